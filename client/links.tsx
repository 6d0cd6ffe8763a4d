import { isReloadDue } from "./built-files.ts";
import { findLink, hasModifier } from "./router/location.ts";
import { watchIntent, watchNear } from "./prefetch.ts";
import { loadModule } from "./router/page.ts";
import { useLocation } from "./router/react.tsx";
import type { NavigateOptions, Router } from "./router/router.ts";

let router: Router | null = null;

/** Handles clicks on links within the shop. The browser still handles new tabs, downloads and jumps within the page. */
export function interceptLinks(appRouter: Router): void {
  router = appRouter;
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (hasModifier(event)) return;
    const link = findLink(event.target);
    if (!link) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    void appRouter.navigate(link.pathname + link.search + link.hash, {
      // A link to the current URL replaces the history entry, as in browsers.
      replace: link.href === location.href,
      state: { carried: carriedBy.get(link) ?? null },
    });
  });
  watchIntent(appRouter);
}

export const getRouter = (): Router | null => router;

export async function goTo(path: string, options: NavigateOptions = {}): Promise<void> {
  if (router) await router.navigate(path, options);
  else if (options.replace) location.replace(path);
  else location.assign(path);
}

/**
 * Loads the code of a page and then navigates to it. Without a router, or if a reload is due, navigates directly.
 * @throws if the code cannot be loaded
 */
export async function goIfReachable(path: string): Promise<void> {
  if (router && !isReloadDue()) await loadModule(router.find(path).route);
  await goTo(path);
}

/**
 * Passes a value to the linked page, for `useCarried` (D24): `<a href={…} {...carry(product)}>`. Also prefetches the
 * code of that page when the link is near the viewport.
 */
export const carry = (state: unknown) => ({
  ref: (link: HTMLAnchorElement | null) => {
    if (!link) return;
    carriedBy.set(link, state);
    watchNear(link);
  },
});

export function useCarried<T>(): T | null {
  const state = useLocation().state as { carried?: T } | null;
  return state?.carried ?? null;
}

const carriedBy = new WeakMap<HTMLAnchorElement, unknown>();
