import { type SetCookie, stringifySetCookie } from "cookie";

/** A cookie for the whole shop that no script reads unless `more` says otherwise; `maxAge`, in seconds, 0 deletes it. */
export const formatCookie = (name: string, value: string, maxAge: number, more: Partial<SetCookie>): string =>
  stringifySetCookie({ name, value, path: "/", httpOnly: true, sameSite: "lax", maxAge, ...more });

/** On https no other host and no http page can set a cookie of this name. */
export const toHostCookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
