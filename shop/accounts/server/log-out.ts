import { eq, or } from "drizzle-orm";
import type { Principal, RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { sessionMessages } from "../session.ts";
import { recordActivity } from "./record-activity.ts";
import { readSessionCookie, clearSessionCookie } from "./session-cookie.ts";
import { endSessions } from "./end-sessions.ts";
import { sessionWhere } from "./session-where.ts";
import { session } from "./tables.ts";

/**
 * Ends the visitor's session at once, by any of its three proofs that is still good: access token, refresh token
 * or cookie. Refuses `session_expired` when there is none left to end; the cookie goes in any case.
 */
export async function logOutSession(
  context: Context,
  { principal, refreshToken }: { principal: Principal | null; refreshToken: string | null | undefined },
  requestContext: RequestContext,
) {
  const proven = sessionWhere({
    refreshToken: refreshToken || undefined,
    cookie: readSessionCookie(requestContext),
  });
  const theirs = or(proven, principal ? eq(session.id, principal.sessionId) : undefined);
  clearSessionCookie(requestContext);
  const isEnded =
    theirs !== undefined &&
    (await context.transact(async (tx) => {
      const ended = await endSessions(tx, context, theirs);
      for (const { accountId } of ended)
        await recordActivity(tx, context, accountId, "logged_out", requestContext);
      return ended.length > 0;
    }));
  return isEnded ? { success: true as const, message: sessionMessages.loggedOut } : refuse("session_expired");
}
