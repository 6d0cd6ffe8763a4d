import { eq, or } from "drizzle-orm";
import type { Caller, Exchange } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import { sessionSentences } from "../session.ts";
import { recordActivity } from "./record-activity.ts";
import { readSessionCookie, takeSessionCookie } from "./session-cookie.ts";
import { endSessions, provenBy } from "./sessions.ts";
import { session } from "./tables.ts";

/**
 * Ends the visitor's session at once, whichever of its three proofs is still good: access token, refresh token
 * or cookie. Refuses `session_expired` when there is none left to end; the cookie goes in any case.
 */
export async function logOutSession(
  context: Context,
  { caller, refreshToken }: { caller: Caller | null; refreshToken: string | null | undefined },
  exchange: Exchange,
) {
  const proven = provenBy({ refreshToken: refreshToken || undefined, cookie: readSessionCookie(exchange) });
  const theirs = or(proven, caller ? eq(session.id, caller.sessionId) : undefined);
  takeSessionCookie(exchange);
  const isEnded =
    theirs !== undefined &&
    (await context.transact(async (tx) => {
      const ended = await endSessions(tx, context, theirs);
      for (const { accountId } of ended) await recordActivity(tx, context, accountId, "logged_out", exchange);
      return ended.length > 0;
    }));
  return isEnded
    ? { success: true as const, message: sessionSentences.loggedOut }
    : refuse("session_expired");
}
