import { and, asc, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { DAY, HOUR, SECOND } from "#contract/time.ts";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.ts";
import type { Log } from "../observe/log.ts";
import { defineStatement } from "../database/statement.ts";
import { PermanentFailure } from "./subscriber.ts";
import { outbox } from "../database/tables.ts";

/** What every part of the outbox works with. */
export interface Parts {
  db: Db;
  log: Log;
  now: Clock;
}

export type Row = Pick<
  typeof outbox.$inferSelect,
  "id" | "subscriber" | "payload" | "attempts" | "requestId" | "traceparent"
>;

/** After so many a delivery is dead until the operator says otherwise. */
export const ATTEMPTS = 12;
/** So long after its process died a delivery is taken up by another one at the latest. */
const LEASE_MS = 25 * SECOND;
const LONGEST_PAUSE_MS = HOUR;
const PRUNED_AT_ONCE = 5_000;
const KEEP_DONE_MS = 7 * DAY;

/** Takes due rows for a while, which `extendLeases` makes longer. Only subscribers this process knows: another version may know the others. */
export async function claimDeliveries({ db, now }: Parts, names: string[], limit: number): Promise<Row[]> {
  const ready = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
        lte(outbox.runAt, now()),
        inArray(outbox.subscriber, names),
      ),
    )
    .orderBy(asc(outbox.runAt), asc(outbox.id))
    .limit(limit)
    .for("update", { skipLocked: true });
  return db
    .update(outbox)
    .set({ runAt: new Date(now().getTime() + LEASE_MS), attempts: sql`${outbox.attempts} + 1` })
    .where(sql`${outbox.id} = any(array(${ready}))`) // array(): the inner query runs exactly once
    .returning({
      id: outbox.id,
      subscriber: outbox.subscriber,
      payload: outbox.payload,
      attempts: outbox.attempts,
      requestId: outbox.requestId,
      traceparent: outbox.traceparent,
    });
}

const postpone = defineStatement<[Date, string[], number[]]>(
  `update outbox set run_at = $1 from unnest($2::uuid[], $3::int[]) as mine (id, attempts)
    where outbox.id = mine.id and outbox.attempts = mine.attempts and done_at is null`,
);

/** They are still being delivered here: a row that another process has taken meanwhile is that one's. */
export const extendLeases = ({ db, now }: Parts, rows: readonly Row[]) =>
  postpone(
    db,
    new Date(now().getTime() + LEASE_MS),
    rows.map(({ id }) => id),
    rows.map(({ attempts }) => attempts),
  );

/**
 * Later, twice as late each time and not all at once; refused for good or after the last attempt never, until the
 * operator says so.
 */
export async function recordFailure({ db, log, now }: Parts, row: Row, error: unknown): Promise<void> {
  const dead = row.attempts >= ATTEMPTS || error instanceof PermanentFailure;
  const pause = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** row.attempts) * (0.5 + Math.random());
  log[dead ? "error" : "warn"](
    { err: error, subscriber: row.subscriber, delivery: row.id, attempt: row.attempts },
    dead ? "subscriber failed for the last time" : "subscriber failed, to be tried again",
  );
  await db
    .update(outbox)
    .set({
      lastError: String(error).slice(0, 500),
      ...(dead ? { deadAt: now() } : { runAt: new Date(now().getTime() + pause) }),
    })
    // A row whose lease ran out belongs to the next attempt.
    .where(and(eq(outbox.id, row.id), eq(outbox.attempts, row.attempts), isNull(outbox.doneAt)));
}

/** Forgets what was delivered long ago, some at a time: deliveries wait for it. False when there may be more. */
export async function prune(db: Db, now: Date): Promise<boolean> {
  const old = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(lt(outbox.doneAt, new Date(now.getTime() - KEEP_DONE_MS)))
    .limit(PRUNED_AT_ONCE);
  const { rowCount } = await db.delete(outbox).where(sql`${outbox.id} = any(array(${old}))`);
  return (rowCount ?? 0) < PRUNED_AT_ONCE;
}
