import { findLink } from "./router/location.ts";
import { runWhenIdle, NEAR_MARGIN } from "./visibility.ts";
import { loadModule, type Route } from "./router/page.ts";
import type { Router } from "./router/router.ts";

const REST_MS = 65;

let router: Router | null = null;

/**
 * Prefetches a link's code when the visitor hovers over it or focuses it, and its data a moment later. In data-saver
 * mode, prefetches only when the visitor presses the link.
 */
export function watchIntent(appRouter: Router): void {
  router = appRouter;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const approach = ({ target }: Event) => {
    clearTimeout(resting);
    const link = savesData() ? null : findLink(target);
    if (!link) return;
    fetchCode(appRouter.find(link.pathname).route);
    resting = setTimeout(() => appRouter.prefetch(link.pathname + link.search), REST_MS);
  };
  const fetchPressed = ({ target }: Event) => {
    const link = findLink(target);
    if (link) appRouter.prefetch(link.pathname + link.search);
  };
  document.addEventListener("pointerover", approach, { passive: true });
  document.addEventListener("focusin", approach);
  document.addEventListener("pointerdown", fetchPressed, { passive: true });
}

export function watchNear(link: HTMLAnchorElement): void {
  if (!router || savesData()) return;
  observer ??= new IntersectionObserver(fetchNearCode, { rootMargin: NEAR_MARGIN });
  observer.observe(link);
}

function fetchNearCode(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer?.unobserve(target);
    const { route } = router?.find((target as HTMLAnchorElement).pathname) ?? {};
    if (route) runWhenIdle(() => fetchCode(route));
  }
}

let observer: IntersectionObserver | null = null;
const fetched = new WeakSet<Route["load"]>();

function fetchCode(route: Route): void {
  if (fetched.has(route.load)) return;
  fetched.add(route.load);
  loadModule(route).catch(() => fetched.delete(route.load));
}

/** True if the browser is in data-saver mode or the connection is very slow. Only Chromium reports this. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || (connection?.effectiveType?.includes("2g") ?? false);
}
