import { findPageName } from "./page-paths.ts";

/**
 * Returns the path to open after login (§2.10, D33): `target`, or '/' if `target` is not a path of this shop or is the
 * login or logout page. The resolved path is checked too, because `/.//evil.com` resolves to `//evil.com`.
 */
export function toSafeRedirect(target: string | null | undefined): string {
  if (!target || !/^\/(?![/\\])/.test(target) || /[\\\u0000-\u001F\u007F]/.test(target)) return "/";
  let resolved: URL;
  try {
    resolved = new URL(target, HERE);
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
