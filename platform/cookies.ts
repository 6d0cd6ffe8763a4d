/** The cookies a browser sent, by name. A name sent twice counts as its first. */
export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const part of header?.split(";") ?? []) {
    const equals = part.indexOf("=");
    if (equals < 1) continue;
    const name = part.slice(0, equals).trim();
    cookies[name] ??= part.slice(equals + 1).trim();
  }
  return cookies;
}

/** An HttpOnly cookie for the whole shop; `maxAgeS` 0 deletes it. */
export const formatCookie = (name: string, value: string, maxAgeS: number, secure: boolean): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${secure ? "; Secure" : ""}`;

/** On https no other host and no http page can set a cookie of this name. */
export const toHostCookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
