export type Params = Readonly<Record<string, string | undefined>>;

export interface Match<R> {
  route: R;
  params: Params;
}

export type FindRoute<R> = (pathname: string) => Match<R>;

/**
 * Returns a function that finds the route of a path, or `fallback` if no route matches. It decodes the path and ignores
 * case and a trailing slash. Fixed segments take precedence over parameters.
 */
export function createFinder<R extends { path: string }>(routes: readonly R[], fallback: R): FindRoute<R> {
  const worded = new Map<string, R>();
  const patterns: { route: R; parts: string[] }[] = [];
  for (const route of routes) {
    const parts = splitPath(route.path);
    if (parts.some(isName)) patterns.push({ route, parts });
    else worded.set(toPlain(parts), route);
  }
  return (pathname) => {
    const value = splitPath(pathname);
    const route = worded.get(toPlain(value));
    if (route) return { route, params: {} };
    for (const { route, parts } of patterns) {
      const params = readParams(parts, value);
      if (params) return { route, params };
    }
    return { route: fallback, params: {} };
  };
}

function readParams(pattern: string[], segments: string[]): Params | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const value = segments[index] ?? "";
    if (isName(part) && value !== "") params[part.slice(1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

/** Returns a key of the path. It is JSON, because a part may contain a slash: `a%2Fb` is not the same as `a/b`. */
const toPlain = (parts: string[]): string => JSON.stringify(parts).toLowerCase();

const isName = (part: string): boolean => part.startsWith(":");

function splitPath(pathname: string): string[] {
  const parts = pathname.replace(/\/+$/, "").split("/").slice(1);
  try {
    return parts.map(decodeURIComponent);
  } catch {
    // The percent-encoding is invalid, so compare the undecoded parts.
    return parts;
  }
}
