import type { RequestContext } from "#platform/http/route.ts";
import { formatCookie, toHostCookieName } from "#platform/http/cookies.ts";
import { SECOND } from "#contract/time.ts";
import { SESSION_LIFE, SESSION_MARK, SESSION_MARK_LIFE } from "../session.ts";

const getCookieName = (secure: boolean): string => toHostCookieName("session", secure);

type Visit = Pick<RequestContext, "cookies" | "secure">;

/** The secret of the visitor's session cookie, if one came along. */
export const readSessionCookie = ({ cookies, secure }: Visit): string | undefined =>
  cookies[getCookieName(secure)];

/** A socket's handshake does not say how it came, so either name will do: only the right secret opens anything. */
export const readAnySessionCookie = (cookies: Visit["cookies"]): string | undefined =>
  cookies[getCookieName(true)] ?? cookies[getCookieName(false)];

export const setSessionCookie = (requestContext: RequestContext, secret: string): void =>
  requestContext.reply(
    "set-cookie",
    formatCookie(getCookieName(requestContext.secure), secret, SESSION_LIFE / SECOND, {
      secure: requestContext.secure,
    }),
  );

/** Lets the scripts know, once they are there, of a session that a form began without them. */
export const setSessionMark = ({ reply, secure }: RequestContext): void =>
  reply(
    "set-cookie",
    formatCookie(SESSION_MARK, "1", SESSION_MARK_LIFE / SECOND, { secure, httpOnly: false }),
  );

export const clearSessionCookie = (requestContext: RequestContext): void =>
  requestContext.reply(
    "set-cookie",
    formatCookie(getCookieName(requestContext.secure), "", 0, { secure: requestContext.secure }),
  );
