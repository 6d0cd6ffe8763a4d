import { and, desc, eq } from "drizzle-orm";
import type { Caller } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { isId } from "#platform/ids.ts";
import { refuse } from "#platform/refuse.ts";
import { isSessionLive } from "../session.ts";
import type { SessionFacts } from "../profile.ts";
import { endSessions } from "./sessions.ts";
import { session } from "./tables.ts";

/** Where the customer is logged in, the latest first. */
export async function listOwnSessions({ db, now }: Context, caller: Caller) {
  const rows = await db
    .select()
    .from(session)
    .where(eq(session.accountId, caller.accountId))
    .orderBy(desc(session.seenAt), desc(session.id));
  const sessions: SessionFacts[] = rows
    .filter((row) => isSessionLive(row, now()))
    .map(({ id, device, createdAt, seenAt }) => ({
      _id: id,
      device,
      current: id === caller.sessionId,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
    }));
  return { success: true as const, sessions };
}

/** Logs one of the customer's devices out, at once. Refuses `not_found`, also for another's. */
export async function endOwnSession(context: Context, caller: Caller, sessionId: string) {
  const its = and(eq(session.id, sessionId), eq(session.accountId, caller.accountId));
  const ended = isId(sessionId) && its ? await context.transact((tx) => endSessions(tx, context, its)) : 0;
  return ended > 0 ? listOwnSessions(context, caller) : refuse("not_found");
}
