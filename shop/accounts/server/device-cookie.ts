import { DAY, SECOND } from "#contract/time.ts";
import type { RequestContext } from "#platform/http/route.ts";
import { formatCookie, toHostCookieName } from "#platform/http/cookies.ts";

/** 256 bits in base64url. */
const SECRET = /^[\w-]{43}$/;

export const setDeviceCookie = ({ reply, secure }: RequestContext, secret: string): void =>
  reply(
    "set-cookie",
    formatCookie(toHostCookieName(COOKIE, secure), secret, DEVICE_LIFE / SECOND, { secure }),
  );

const COOKIE = "device";

export function readDeviceSecret({ cookies, secure }: Visit): string | null {
  const secret = cookies[toHostCookieName(COOKIE, secure)] ?? "";
  return SECRET.test(secret) ? secret : null;
}

/** How long a browser stays known after its last login, in milliseconds. */
export const DEVICE_LIFE = 365 * DAY;

export type Visit = Pick<RequestContext, "ip" | "cookies" | "secure" | "header">;
