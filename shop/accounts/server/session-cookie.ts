import type { RequestContext } from "#platform/route.ts";
import { cookieHeader, hostCookieName } from "#platform/cookies.ts";
import { SECOND } from "#contract/time.ts";
import { SESSION_LIFE, SESSION_MARK, SESSION_MARK_LIFE } from "../session.ts";

const nameOn = (secure: boolean): string => hostCookieName("session", secure);

type Visit = Pick<RequestContext, "cookies" | "secure">;

/** The secret of the visitor's session cookie, if one came along. */
export const readSessionCookie = ({ cookies, secure }: Visit): string | undefined => cookies[nameOn(secure)];

/** A socket's handshake does not tell how it came, so either name will do: only the right secret opens anything. */
export const readAnySessionCookie = (cookies: Visit["cookies"]): string | undefined =>
  cookies[nameOn(true)] ?? cookies[nameOn(false)];

export const giveSessionCookie = (requestContext: RequestContext, secret: string): void =>
  requestContext.reply(
    "set-cookie",
    cookieHeader(nameOn(requestContext.secure), secret, SESSION_LIFE / SECOND, requestContext.secure),
  );

/** Lets the scripts know, once they are there, of a session that a form began without them. */
export const giveSessionMark = ({ reply, secure }: RequestContext): void =>
  reply(
    "set-cookie",
    `${SESSION_MARK}=1; Path=/; SameSite=Lax; Max-Age=${SESSION_MARK_LIFE / SECOND}${secure ? "; Secure" : ""}`,
  );

export const takeSessionCookie = (requestContext: RequestContext): void =>
  requestContext.reply(
    "set-cookie",
    cookieHeader(nameOn(requestContext.secure), "", 0, requestContext.secure),
  );
