export interface Location {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  /** Identifies the history entry, even after Back, Forward and a reload. */
  key: string;
}

export function toLocation(to: string, state: unknown = null): Location {
  const { pathname, search, hash } = to.startsWith("/")
    ? buildUrl(location.origin, to)
    : new URL(to, location.href);
  return { pathname, search, hash, state, key: createKey() };
}

export function readLocation(): Location {
  const { pathname, search, hash } = location;
  const entry = readHistoryEntry();
  if (entry) return { pathname, search, hash, state: entry.state ?? null, key: entry.key };
  const key = createKey();
  history.replaceState({ key, state: null }, "");
  return { pathname, search, hash, state: null, key };
}

/** Returns the data that the router stored in the history entry; null if the router did not create the entry. */
export function readHistoryEntry(): { key: string; state?: unknown } | null {
  const entry = history.state as { key?: unknown; state?: unknown } | null;
  return typeof entry?.key === "string" ? { key: entry.key, state: entry.state } : null;
}

/** Concatenates the strings, because `new URL("//x/products", origin)` would treat x as the host. */
export const buildUrl = (origin: string, path: string): URL => new URL(origin + path);

export const toHref = ({ pathname, search, hash }: Location): string =>
  location.origin + pathname + search + hash;

export const toUrl = ({ pathname, search }: Pick<Location, "pathname" | "search">): URL =>
  buildUrl(location.origin, pathname + search);

export const isSamePage = (first: Location, other: Location): boolean =>
  first.pathname === other.pathname && first.search === other.search;

const createKey = (): string => Math.random().toString(36).slice(2, 10);

/** Returns the link around an element; null if there is no link, or if the browser must handle the click. */
export function findLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.href && link.origin === location.origin && !link.target && !link.hasAttribute("download")
    ? link
    : null;
}

/** True if a modifier key is pressed. Browsers then open the link in a new tab or download it. */
export const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: Keys): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

type Keys = Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;
