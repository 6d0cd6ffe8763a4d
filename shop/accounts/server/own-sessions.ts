import { and, desc, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { HandlerInput, Principal } from "#platform/http/route.ts";
import { isId } from "#platform/ids.ts";
import type * as endpoints from "../endpoints.ts";
import { profileMessages, type SessionFacts } from "../profile.ts";
import { isSessionLive } from "../session.ts";
import { listActivity, recordActivity } from "./activity.ts";
import { deleteDevices } from "./known-devices.ts";
import { clearSessionCookie, endSessions, endSessionsOf } from "./sessions.ts";
import { session } from "./tables.ts";

export async function listOwnSessions({ db, now }: Context, { principal }: { principal: Principal }) {
  const rows = await db
    .select()
    .from(session)
    .where(eq(session.accountId, principal.accountId))
    .orderBy(desc(session.seenAt), desc(session.id));
  const sessions: SessionFacts[] = rows
    .filter((row) => isSessionLive(row, now()))
    .map(({ id, device, createdAt, seenAt }) => ({
      _id: id,
      device,
      current: id === principal.sessionId,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
    }));
  return { success: true as const, sessions };
}

/** Refuses with `not_found` if the customer has no such session. */
export async function endOwnSession(
  context: Context,
  { principal, params: { sessionId }, requestContext }: HandlerInput<typeof endpoints.endSession>,
) {
  const { accountId } = principal;
  const ownSession = and(eq(session.id, sessionId), eq(session.accountId, accountId));
  if (!isId(sessionId) || !ownSession) return refuse("not_found");
  const isEnded = await context.transact(async (tx) => {
    const ended = await endSessions(tx, context, ownSession);
    if (ended.length > 0) await recordActivity(tx, context, accountId, "device_logged_out", requestContext);
    return ended.length > 0;
  });
  return isEnded ? listOwnSessions(context, { principal }) : refuse("not_found");
}

export async function endAllOwnSessions(
  context: Context,
  { principal: { accountId }, requestContext }: HandlerInput<typeof endpoints.endAllSessions>,
) {
  await context.transact(async (tx) => {
    await endSessionsOf(tx, context, accountId);
    await deleteDevices(tx, accountId);
    await recordActivity(tx, context, accountId, "logged_out_everywhere", requestContext);
  });
  clearSessionCookie(requestContext);
  return { success: true as const, message: profileMessages.loggedOutEverywhere };
}

export async function listOwnActivity(
  { db }: Context,
  { principal }: HandlerInput<typeof endpoints.readActivity>,
) {
  return { success: true as const, activity: await listActivity(db, principal.accountId, SHOWN_ACTIVITY) };
}

const SHOWN_ACTIVITY = 30;
