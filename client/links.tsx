import { isReloadDue } from "./built-files.ts";
import { findLink, hasModifier } from "./router/location.ts";
import { watchIntent, watchNear } from "./prefetch.ts";
import { loadModule } from "./router/page.ts";
import { useLocation } from "./router/react.tsx";
import type { NavigateOptions, Router } from "./router/router.ts";

let router: Router | null = null;

/**
 * Handles clicks on plain `<a href>` with one listener for the page. Other hosts, new tabs, downloads and jumps within
 * the page are left to the browser.
 */
export function takeOverLinks(appRouter: Router): void {
  router = appRouter;
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (hasModifier(event)) return;
    const link = findLink(event.target);
    if (!link) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    void appRouter.navigate(link.pathname + link.search + link.hash, {
      // Replaces the history entry when the URL is the same, as browsers do.
      replace: link.href === location.href,
      state: { carried: carriedBy.get(link) ?? null },
    });
  });
  watchIntent(appRouter);
}

/** The current router for code outside components; null if there is none. */
export const getRouter = (): Router | null => router;

/** Navigates to a page, from code outside components. Loads the document without a router. */
export async function goTo(path: string, options: NavigateOptions = {}): Promise<void> {
  if (router) await router.navigate(path, options);
  else if (options.replace) location.replace(path);
  else location.assign(path);
}

/** Navigates to a page whose code can be loaded. @throws if it cannot; the visitor stays */
export async function goIfReachable(path: string): Promise<void> {
  if (router && !isReloadDue()) await loadModule(router.find(path).route);
  await goTo(path);
}

/**
 * Passes a value to the page that a link opens: `<a href={…} {...carry(product)}>` (D24). The page reads it with
 * `useCarried`; its code is prefetched when the link is near the viewport.
 */
export const carry = (state: unknown) => ({
  ref: (link: HTMLAnchorElement | null) => {
    if (!link) return;
    carriedBy.set(link, state);
    watchNear(link);
  },
});

/** Returns the data that the link to this page passed; null after a reload in a new tab or for a typed URL. */
export function useCarried<T>(): T | null {
  const state = useLocation().state as { carried?: T } | null;
  return state?.carried ?? null;
}

const carriedBy = new WeakMap<HTMLAnchorElement, unknown>();
