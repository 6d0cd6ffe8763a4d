import { act, render } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, vi } from "vitest";
import { interceptLinks } from "#client/links.tsx";
import { createFinder } from "#contract/match-path.ts";
import type { Loader, PageModule, Route } from "#client/router/page.ts";
import { RouterProvider, useLocation, usePageState } from "#client/router/react.tsx";
import { ErrorBoundary } from "#client/error-boundary.tsx";
import { createRouter, type Router } from "#client/router/router.ts";

interface TestPage {
  Component: ComponentType;
  loader?: Loader;
  /** The data of the first page, which the server has already loaded. */
  data?: unknown;
  load?: () => Promise<unknown>;
}

/** Opens a test shop with these pages, listed by path. `*` matches every other path. */
export function openAt(
  address: string,
  pages: Record<string, ComponentType | TestPage>,
  Failed: ComponentType = ItFailed,
): Router {
  recordListeners();
  vi.stubGlobal("IntersectionObserver", InertObserver);
  history.replaceState(null, "", address);
  const routes = Object.entries(pages).map(([path, page]) => routeTo(path, page));
  const find = createFinder(routes, routes.find(({ path }) => path === "*") ?? routeTo("*", Nothing));
  const match = find(location.pathname);
  const first = pages[match.route.path] ?? Nothing;
  const router = createRouter({
    find,
    renderContext: {
      call: () => Promise.reject(new Error("No server answers here.")),
      publicUrl: location.origin,
    },
    pageState: {
      ...match,
      module: toModule(first),
      data: "data" in first ? first.data : null,
      failed: false,
    },
  });
  interceptLinks(router);
  render(
    <RouterProvider router={router}>
      <OnScreen Failed={Failed} />
    </RouterProvider>,
  );
  return router;
}

export async function goThroughHistory(steps: number): Promise<void> {
  await act(async () => {
    const navigated = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
    history.go(steps);
    await navigated;
  });
}

function OnScreen({ Failed }: { Failed: ComponentType }) {
  const { module, failed } = usePageState();
  const location = useLocation();
  if (failed || !module) return <Failed />;
  return (
    <ErrorBoundary location={location} fallback={<p>It broke.</p>}>
      <module.Component />
    </ErrorBoundary>
  );
}

class InertObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const ItFailed = () => <p>It failed.</p>;

const Nothing = () => <p>Nothing here.</p>;

const routeTo = (path: string, page: ComponentType | TestPage): Route & { path: string } => ({
  path,
  page: null,
  src: "",
  load: async () => {
    if ("load" in page) await page.load?.();
    return toModule(page);
  },
});

const toModule = (page: ComponentType | TestPage): PageModule => ({
  ...("Component" in page ? page : { Component: page }),
  head: () => ({ title: "" }),
});

function recordListeners(): void {
  for (const target of [window, document]) {
    const { addEventListener } = target;
    vi.spyOn(target, "addEventListener").mockImplementation((type: string, listener, options) => {
      listening.push(() => target.removeEventListener(type, listener, options));
      addEventListener.call(target, type, listener, options);
    });
  }
}

const listening: (() => void)[] = [];
afterEach(() => {
  // A `focusin` event cancels a pending prefetch, which would otherwise run after the test.
  document.body.dispatchEvent(new Event("focusin", { bubbles: true }));
  for (const stop of listening.splice(0)) stop();
});
