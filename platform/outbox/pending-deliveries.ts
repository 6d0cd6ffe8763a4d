import { and, asc, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isId } from "../ids.ts";
import { outbox } from "../database/tables.ts";

/** A delivery that has failed at least once and is not done. */
export type PendingDelivery = Pick<
  typeof outbox.$inferSelect,
  "id" | "subscriber" | "payload" | "attempts" | "createdAt" | "runAt" | "deadAt" | "lastError"
>;

/** What these subscribers have tried without success so far, oldest first; `deadAt` is set where no one tries any more. */
export const listPendingDeliveries = (
  { db }: Pick<Context, "db">,
  names: readonly string[],
): Promise<PendingDelivery[]> =>
  db.select().from(outbox).where(whereFailed(names)).orderBy(asc(outbox.createdAt), asc(outbox.id));

/** Tries again what failed, the given one or all of them, as if for the first time. Returns how many that are. */
export async function retryDeliveries(
  { db, now }: Pick<Context, "db" | "now">,
  names: readonly string[],
  id?: string,
): Promise<number> {
  if (id !== undefined && !isId(id)) return 0;
  const again = await db
    .update(outbox)
    .set({ attempts: 0, deadAt: null, runAt: now() })
    .where(and(whereFailed(names), id === undefined ? undefined : inArray(outbox.id, [id])))
    .returning({ id: outbox.id });
  return again.length;
}

const whereFailed = (names: readonly string[]) =>
  and(
    inArray(outbox.subscriber, [...names]),
    isNull(outbox.doneAt),
    or(isNotNull(outbox.deadAt), and(isNotNull(outbox.lastError), gt(outbox.attempts, 0))),
  );
