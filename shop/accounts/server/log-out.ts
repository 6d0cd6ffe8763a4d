import { eq, or } from "drizzle-orm";
import type { Caller, Exchange } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import { sessionSentences } from "../session.ts";
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
  const ended = theirs ? await context.transact((tx) => endSessions(tx, context, theirs)) : 0;
  return ended > 0
    ? { success: true as const, message: sessionSentences.loggedOut }
    : refuse("session_expired");
}
