import { findPageName } from "./page-paths.ts";

/**
 * The page after login (§2.10, D33): a path of this shop, or '/' for anything else, also for the login itself and for
 * the logout, which would end the session that has just begun. Both ends ask this one function. Comparing origins alone
 * is fooled by `/.//evil.com`, so the resolved path is looked at too.
 */
export function toSafeRedirect(wanted: string | null | undefined): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\u0000-\u001F\u007F]/.test(wanted)) return "/";
  let resolved: URL;
  try {
    resolved = new URL(wanted, HERE);
  } catch {
    return "/";
  }
  const path = resolved.pathname;
  if (resolved.origin !== HERE || path.startsWith("//") || hasDoubleSlash(path)) return "/";
  if (findPageName(path) === "logIn") return "/";
  return path + resolved.search + resolved.hash;
}

const HERE = "https://here.invalid";

function hasDoubleSlash(path: string): boolean {
  try {
    return /^\/[/\\]/.test(decodeURIComponent(path));
  } catch {
    return true;
  }
}
