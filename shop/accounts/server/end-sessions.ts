import { desc, eq, inArray, lte, or, type SQL } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { sessionEnded } from "../events.ts";
import { SESSION_IDLE_LIFE, SESSION_LIFE } from "../session.ts";
import { accessToken, session } from "./tables.ts";

/** Ends the sessions that a condition names, with their tokens, and publishes it; returns whose they were. */
export async function endSessions(
  tx: Tx,
  context: Context,
  which: SQL,
): Promise<{ sessionId: string; accountId: string }[]> {
  const ended = await tx
    .delete(session)
    .where(which)
    .returning({ sessionId: session.id, accountId: session.accountId });
  for (const each of ended) await context.outbox.publish(tx, sessionEnded, each);
  return ended;
}

/** All sessions of an account: after a password reset, or because the operator says so. */
export const endSessionsOf = async (tx: Tx, context: Context, accountId: string): Promise<number> =>
  (await endSessions(tx, context, eq(session.accountId, accountId))).length;

/** Ends the sessions that have run out, for the schedule; no one could refresh them any more. */
export async function endExpiredSessions(context: Context): Promise<void> {
  const now = context.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const over = or(lte(session.createdAt, ago(SESSION_LIFE)), lte(session.seenAt, ago(SESSION_IDLE_LIFE)));
  await context.transact(async (tx) => {
    if (over) await endSessions(tx, context, over);
    await tx.delete(accessToken).where(lte(accessToken.expiresAt, now));
  });
}

export async function endOldestSessions(
  tx: Tx,
  context: Context,
  accountId: string,
  keep: number,
): Promise<void> {
  const beyond = await tx
    .select({ id: session.id })
    .from(session)
    .where(eq(session.accountId, accountId))
    .orderBy(desc(session.createdAt), desc(session.id))
    .offset(keep);
  if (beyond.length > 0) {
    await endSessions(
      tx,
      context,
      inArray(
        session.id,
        beyond.map(({ id }) => id),
      ),
    );
  }
}
