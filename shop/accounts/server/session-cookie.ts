import type { Exchange } from "#platform/bind.ts";
import { cookieHeader, hostCookieName } from "#platform/cookies.ts";
import { SECOND } from "#contract/time.ts";
import { SESSION_LIFE, SESSION_MARK, SESSION_MARK_LIFE } from "../session.ts";

const nameOn = (secure: boolean): string => hostCookieName("session", secure);

type Visit = Pick<Exchange, "cookies" | "secure">;

/** The secret of the visitor's session cookie, if one came along. */
export const readSessionCookie = ({ cookies, secure }: Visit): string | undefined => cookies[nameOn(secure)];

/** A socket's handshake does not tell how it came, so either name will do: only the right secret opens anything. */
export const readAnySessionCookie = (cookies: Visit["cookies"]): string | undefined =>
  cookies[nameOn(true)] ?? cookies[nameOn(false)];

export const giveSessionCookie = (exchange: Exchange, secret: string): void =>
  exchange.reply(
    "set-cookie",
    cookieHeader(nameOn(exchange.secure), secret, SESSION_LIFE / SECOND, exchange.secure),
  );

/** Lets the scripts know, once they are there, of a session that a form began without them. */
export const giveSessionMark = ({ reply, secure }: Exchange): void =>
  reply(
    "set-cookie",
    `${SESSION_MARK}=1; Path=/; SameSite=Lax; Max-Age=${SESSION_MARK_LIFE / SECOND}${secure ? "; Secure" : ""}`,
  );

export const takeSessionCookie = (exchange: Exchange): void =>
  exchange.reply("set-cookie", cookieHeader(nameOn(exchange.secure), "", 0, exchange.secure));
