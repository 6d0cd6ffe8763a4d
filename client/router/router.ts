import type { RenderContext } from "#contract/page.ts";
import { isReloadDue, reloadDocument } from "../built-files.ts";
import { createStore, type Store } from "../store.ts";
import { type FindPage, Redirect, type PageState, loadPage, type LoadedPage } from "./page.ts";
import {
  toHref,
  isSamePage,
  readHistoryEntry,
  type Location,
  toLocation,
  readLocation,
  toUrl,
} from "./location.ts";
import { SECOND } from "#contract/time.ts";

/** The kind of navigation to the location. "pop" is back or forward, and "jump" is a change of the URL's fragment. */
export type NavigationType = "open" | "push" | "replace" | "pop" | "jump";

export interface RouterState {
  location: Location;
  pageState: PageState;
  /** "refreshing": the data of the shown page is loading again. */
  activity: "idle" | "navigating" | "refreshing";
  navigationType: NavigationType;
  preventScrollReset: boolean;
}

export interface NavigateOptions {
  replace?: boolean;
  /** The value for the next page. The browser's history stores it, so it must be cloneable. */
  state?: unknown;
  preventScrollReset?: boolean;
}

export interface Router {
  readonly state: RouterState;
  readonly find: FindPage;
  subscribe(listener: () => void): () => void;
  /** Resolves when the page is shown, or when a later navigation has replaced this one. */
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  prefetch(to: string): void;
  /** Loads the page's data again. `settle` gets the new data and returns the data to show, or null for no change. */
  refresh(settle?: AwaitData): Promise<void>;
}

type AwaitData = (fresh: PageState) => Promise<PageState | null>;

interface RouterOptions {
  find: FindPage;
  renderContext: RenderContext;
  pageState: PageState;
}

interface Step {
  location: Location;
  navigationType: NavigationType;
  preventScrollReset?: boolean | undefined;
}

export function createRouter({ find, renderContext, pageState }: RouterOptions): Router {
  const pages = createPageFetcher(renderContext);
  const state = createStore<RouterState>({
    location: readLocation(),
    pageState,
    activity: "idle",
    navigationType: "open",
    preventScrollReset: false,
  });
  const go = createNavigation(find, pages, state);

  window.addEventListener("popstate", () => {
    // A jump to a fragment creates a history entry without the router's key.
    const navigationType = readHistoryEntry() ? "pop" : "jump";
    void go({ location: readLocation(), navigationType });
  });

  return {
    get state() {
      return state.get();
    },
    find,
    subscribe: state.subscribe,
    navigate: (to, { replace = false, state: entryState = null, preventScrollReset } = {}) =>
      go({
        location: toLocation(to, entryState),
        navigationType: replace ? "replace" : "push",
        preventScrollReset,
      }),
    prefetch(to) {
      const location = toLocation(to);
      if (!isReloadDue() && !isSamePage(location, state.get().location))
        pages.prefetch(find(location.pathname), location);
    },
    refresh: (settle) => refresh(pages, state, go, settle),
  };
}

async function refresh(
  pages: ReturnType<typeof createPageFetcher>,
  state: Store<RouterState>,
  go: (step: Step) => Promise<void>,
  settle?: AwaitData,
): Promise<void> {
  // A navigation in progress loads fresh data anyway.
  if (pages.isLoading()) return;
  const request = pages.fetch(state.get().pageState, state.get().location, { isForced: true });
  state.set({ ...state.get(), activity: "refreshing" });
  const loaded = await request;
  if (loaded instanceof Redirect) return go({ location: toLocation(loaded.to), navigationType: "replace" });
  if (!loaded) return;
  const pageState = settle ? await settle(loaded.pageState) : loaded.pageState;
  if (!pages.isLoading()) state.set({ ...state.get(), ...(pageState && { pageState }), activity: "idle" });
}

function createNavigation(
  find: FindPage,
  pages: ReturnType<typeof createPageFetcher>,
  state: Store<RouterState>,
) {
  const show = (step: Step, pageState: PageState = state.get().pageState) => {
    const { location, navigationType, preventScrollReset = false } = step;
    if (enter(step)) state.set({ location, navigationType, preventScrollReset, pageState, activity: "idle" });
  };

  return async function go(step: Step): Promise<void> {
    const { location, navigationType } = step;
    if (isJump(state.get().location, step)) {
      pages.abort();
      return show(step);
    }
    if (isReloadDue()) return reloadAt(step);
    const request = pages.fetch(find(location.pathname), location);
    // Show the busy state only in a later task, so that a prefetched page opens without it.
    const timeout = setTimeout(() => {
      if (pages.isLoading()) state.set({ ...state.get(), activity: "navigating" });
    });
    const loaded = await request;
    clearTimeout(timeout);
    if (loaded === null) return;
    if (loaded instanceof Redirect)
      return go({
        location: toLocation(loaded.to),
        navigationType: navigationType === "push" ? "push" : "replace",
      });
    if (loaded.pageState.failed && isReloadDue()) return reloadAt(step);
    show(step, loaded.pageState);
  };
}

function reloadAt(step: Step): void {
  if (enter(step)) reloadDocument();
}

/** Updates the browser's history. Returns false if the browser refused this and loads the whole document. */
function enter({ location, navigationType }: Step): boolean {
  const entry = { key: location.key, state: location.state };
  try {
    if (navigationType === "push") history.pushState(entry, "", toHref(location));
    if (navigationType === "replace") history.replaceState(entry, "", toHref(location));
    return true;
  } catch {
    // Browsers refuse too many new history entries in a short time, but they still load documents.
    window.location.assign(toHref(location));
    return false;
  }
}

/** True for a navigation within the page. A link to the current URL without a fragment loads the page again. */
function isJump(from: Location, { location: to, navigationType }: Step): boolean {
  if (!isSamePage(from, to)) return false;
  if (navigationType === "jump") return true;
  return navigationType === "pop" ? from.hash !== to.hash : to.hash !== "";
}

const FRESH_MS = 10 * SECOND;

interface Request {
  url: string;
  began: number;
  controller: AbortController;
  page: Promise<LoadedPage | Redirect>;
}

function createPageFetcher(renderContext: RenderContext) {
  const prefetcher = createPrefetcher(renderContext);
  let pending: AbortController | null = null;
  return {
    isLoading: () => pending !== null,
    abort() {
      pending?.abort();
      pending = null;
    },
    prefetch: prefetcher.prefetch,
    /** Returns null if a later navigation has replaced this one. */
    async fetch(
      match: ReturnType<FindPage>,
      location: Location,
      { isForced = false } = {},
    ): Promise<LoadedPage | Redirect | null> {
      pending?.abort();
      const url = toUrl(location);
      const ready = prefetcher.take(url);
      const { controller, page } = ready && !isForced ? ready : startRequest(renderContext, match, url);
      pending = controller;
      const loaded = await page;
      if (controller.signal.aborted) return null;
      // The page is shown now, so the next navigation must not abort the page's calls that are still running.
      pending = null;
      if (!(loaded instanceof Redirect) && loaded.error !== undefined) console.error(loaded.error);
      return loaded;
    },
  };
}

function createPrefetcher(renderContext: RenderContext) {
  let request: Request | null = null;
  const isReady = (url: URL): boolean => request?.url === url.href && Date.now() - request.began < FRESH_MS;
  return {
    prefetch(match: ReturnType<FindPage>, location: Location): void {
      const url = toUrl(location);
      if (isReady(url)) return;
      request?.controller.abort();
      const ownRequest = (request = startRequest(renderContext, match, url));
      void hasFailed(ownRequest.page).then((failed) => {
        if (failed && request === ownRequest) request = null;
      });
    },
    take(url: URL): Request | null {
      const ready = isReady(url) ? request : null;
      request = null;
      return ready;
    },
  };
}

function startRequest(renderContext: RenderContext, match: ReturnType<FindPage>, url: URL): Request {
  const controller = new AbortController();
  const page = loadPage(match, { ...renderContext, url, signal: controller.signal });
  return { url: url.href, began: Date.now(), controller, page };
}

async function hasFailed(page: Promise<LoadedPage | Redirect>): Promise<boolean> {
  const loaded = await page;
  if (loaded instanceof Redirect) return false;
  const { failed, data } = loaded.pageState;
  const parts = await Promise.allSettled(Object.values(data ?? {}));
  return failed || parts.some(({ status }) => status === "rejected");
}
