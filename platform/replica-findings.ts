import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { formatCount } from "#contract/text.ts";
import type { Context } from "./context.ts";
import type { Finding } from "./finding.ts";
import { findReason } from "./replica-proof.ts";
import type { Replica } from "./replica.ts";

/** A replica that takes longer to replay what the primary has written is of little use: most pages come from the primary. */
const LATE_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** Replicas that cannot be read, are none, or are far behind. */
export async function checkReplicas({
  db,
  publicReads,
}: Pick<Context, "db" | "publicReads">): Promise<Finding[]> {
  const found = await Promise.all(publicReads.replicas.map((replica) => checkReplica(db.$client, replica)));
  return found.flat();
}

async function checkReplica(primary: pg.Pool, { name, pool }: Replica): Promise<Finding[]> {
  const about = `replica ${name}`;
  const reason = await findReason(pool, primary);
  if (reason !== null)
    return [
      {
        about,
        what: `is not read, all reads go to the primary: ${reason}`,
        remedy: "Mend it, or take it out of DATABASE_REPLICA_URLS",
      },
    ];
  const written = await readWritten(primary);
  const until = performance.now() + LATE_MS;
  let behind = await readBehind(pool, written);
  while (behind > 0 && performance.now() < until) {
    await pause(LOOK_EVERY_MS);
    behind = await readBehind(pool, written);
  }
  if (behind <= 0) return [];
  return [
    {
      about,
      what: `lags: ${formatCount(behind, "byte")} that were written ${LATE_MS / 1_000} seconds ago are not replayed`,
      remedy: "Look at its disk, its processor and the network; pg_stat_replication on the primary",
    },
  ];
}

/** How far the primary has written, as PostgreSQL writes positions. */
export async function readWritten(primary: pg.Pool): Promise<string> {
  const { rows } = await primary.query<{ at: string }>("select pg_current_wal_lsn()::text as at");
  return rows[0]?.at ?? "0/0";
}

/** How many bytes a replica is behind that position; 0 or less when it has replayed it. */
export async function readBehind(replica: pg.Pool, written: string): Promise<number> {
  const { rows } = await replica.query<{ behind: number }>(
    "select pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::float8 as behind",
    [written],
  );
  return rows[0]?.behind ?? Infinity;
}
