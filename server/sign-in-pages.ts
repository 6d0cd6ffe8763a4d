import type { Config } from "#platform/config/config.ts";
import { findPageName } from "#contract/page-paths.ts";
import { buildGuestPageHeaders, pageHeaders } from "#platform/http/security-headers.ts";

/**
 * The headers of a page: on the login, and only where Google's button is set up, Google's script may run. A policy
 * belongs to the document, so the login is loaded as one before the button is drawn.
 */
export function createPageHeaders({
  signIn,
}: Pick<Config, "signIn">): (url: string) => Readonly<Record<string, string>> {
  if (!signIn || signIn.authorizeUrl !== null) return () => pageHeaders;
  return (url) => (findPageName(url.split("?", 1)[0] ?? "") === "logIn" ? withGoogle : pageHeaders);
}

const GOOGLE = "https://accounts.google.com/gsi/";

const withGoogle = buildGuestPageHeaders({
  "script-src": `${GOOGLE}client`,
  "style-src": `${GOOGLE}style`,
  "connect-src": GOOGLE,
  "frame-src": GOOGLE,
});
