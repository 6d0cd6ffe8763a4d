import type { Exchange } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import { sessionSentences } from "../session.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { refreshSession } from "./sessions.ts";

/** The one service behind the three refresh calls (D47). Refuses `no_refresh_token` and `session_expired`. */
export async function refresh(context: Context, token: string | null | undefined, exchange: Exchange) {
  const proof = { refreshToken: token || undefined, cookie: readSessionCookie(exchange) };
  if (!proof.refreshToken && !proof.cookie) return refuse("no_refresh_token");
  const accessToken = await refreshSession(context, proof);
  if (accessToken === null) return refuse("session_expired");
  return { success: true as const, message: sessionSentences.refreshed, accessToken };
}
