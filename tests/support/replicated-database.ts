import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Postgres, startPostgres } from "./postgres.ts";

export interface ReplicatedServers {
  primary: Postgres;
  replica: Postgres;
  /** From now on the replica receives and replays nothing. */
  lag(): Promise<void>;
  /** Replays everything there is. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** A PostgreSQL server and one that replays it by streaming; null where it is not installed. */
export async function startReplicatedServers(): Promise<ReplicatedServers | null> {
  const primary = await startPostgres();
  if ("reason" in primary) return null;
  const replica = await startPostgres({ replicaOf: primary.url });
  if ("reason" in replica) throw new Error(replica.reason);
  return {
    primary,
    replica,
    lag: async () => void (await ask(replica.url, "select pg_wal_replay_pause()")),
    async catchUp() {
      const [{ written } = { written: "" }] = await ask<{ written: string }>(
        primary.url,
        "select pg_current_wal_lsn() as written",
      );
      await ask(replica.url, "select pg_wal_replay_resume()");
      while (!(await hasReplayed(replica.url, written))) await pause(20);
    },
    async stop() {
      await replica.stop();
      await primary.stop();
    },
  };
}

async function hasReplayed(url: string, position: string): Promise<boolean> {
  const [row] = await ask<{ done: boolean }>(
    url,
    `select pg_last_wal_replay_lsn() >= '${position}'::pg_lsn as done`,
  );
  return row?.done === true;
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
