import { stringifySetCookie } from "cookie";
import type { RequestContext } from "./route.ts";

/** Sets a cookie. `maxAge` is in seconds, and 0 deletes the cookie. */
export function setCookie(
  { reply, secure }: RequestContext,
  name: string,
  value: string,
  maxAge: number,
  httpOnly = true,
): void {
  const cookie = { name, value, path: "/", httpOnly, sameSite: "lax", maxAge, secure } as const;
  reply("set-cookie", stringifySetCookie(cookie));
}

/** The prefix `__Host-` prevents other hosts and http pages from setting the cookie. */
export const toHostCookieName = (name: string, isSecure: boolean): string =>
  isSecure ? `__Host-${name}` : name;
