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

/**
 * How the current location was reached: by opening the shop here, by navigation to a new entry or in place of an entry, by
 * the browser's Back and Forward, or by a jump to a `#part`.
 */
export type NavigationType = "open" | "push" | "replace" | "pop" | "jump";

export interface RouterState {
  location: Location;
  pageState: PageState;
  /** True while another page or this page's data is loading. */
  activity: "idle" | "navigating" | "refreshing";
  navigationType: NavigationType;
  /** Keeps the scroll position. */
  preventScrollReset: boolean;
}

export interface NavigateOptions {
  replace?: boolean;
  /** Passed to the page. It is stored in the browser's history, so it must be cloneable. */
  state?: unknown;
  preventScrollReset?: boolean;
}

export interface Router {
  readonly state: RouterState;
  readonly find: FindPage;
  subscribe(listener: () => void): () => void;
  /** Navigates to a path. Resolves when its page is shown, or another navigation has replaced it. */
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** Loads code and data of a page that the visitor is likely to open next. */
  prefetch(to: string): void;
  /** Loads the page's data again. `settle` may wait for more of it before it is shown; null keeps the current data. */
  refresh(settle?: Settle): Promise<void>;
}

type Settle = (fresh: PageState) => Promise<PageState | null>;

interface RouterOptions {
  find: FindPage;
  renderContext: RenderContext;
  /** The page that the server rendered. */
  pageState: PageState;
}

/** A step to another place of the shop, or within the page. */
interface Step {
  location: Location;
  navigationType: NavigationType;
  preventScrollReset?: boolean | undefined;
}

/**
 * Navigates without loading the document again. There is one router per document, because it manages the browser's
 * history.
 */
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
    // Reading the location creates the entry of a jump.
    const navigationType = readHistoryEntry() ? "pop" : "jump";
    void go({ location: readLocation(), navigationType });
  });

  return {
    get state() {
      return state.get();
    },
    find,
    subscribe: state.subscribe,
    navigate: (to, { replace = false, state: carried = null, preventScrollReset } = {}) =>
      go({
        location: toLocation(to, carried),
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
  settle?: Settle,
): Promise<void> {
  // A navigation in progress loads fresh data anyway.
  if (pages.isUnderWay()) return;
  const coming = pages.fetch(state.get().pageState, state.get().location, { anew: true });
  state.set({ ...state.get(), activity: "refreshing" });
  const loaded = await coming;
  if (loaded instanceof Redirect) return go(replaceBy(loaded));
  if (!loaded) return;
  const pageState = settle ? await settle(loaded.pageState) : loaded.pageState;
  if (!pages.isUnderWay()) state.set({ ...state.get(), ...(pageState && { pageState }), activity: "idle" });
}

const replaceBy = ({ to }: Redirect): Step => ({ location: toLocation(to), navigationType: "replace" });

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
      pages.callOff();
      return show(step);
    }
    if (isReloadDue()) return reloadAt(step);
    const coming = pages.fetch(find(location.pathname), location);
    // Skipped for a loaded page, which can be shown at once.
    const timeout = setTimeout(() => {
      if (pages.isUnderWay()) state.set({ ...state.get(), activity: "navigating" });
    });
    const loaded = await coming;
    clearTimeout(timeout);
    if (loaded === null) return;
    // A location that redirects gets no history entry.
    if (loaded instanceof Redirect)
      return go({
        location: toLocation(loaded.to),
        navigationType: navigationType === "push" ? "push" : "replace",
      });
    if (loaded.pageState.failed && isReloadDue()) return reloadAt(step);
    show(step, loaded.pageState);
  };
}

/** The server has another build, so it renders the page. The data passed along is in the history. */
function reloadAt(step: Step): void {
  if (enter(step)) reloadDocument();
}

/** Writes a navigation into the browser's history. Returns false if the browser loads the document instead. */
function enter({ location, navigationType }: Step): boolean {
  const entry = { key: location.key, state: location.state };
  try {
    if (navigationType === "push") history.pushState(entry, "", toHref(location));
    if (navigationType === "replace") history.replaceState(entry, "", toHref(location));
    return true;
  } catch {
    // Browsers refuse too many entries in a short time; a full load always works.
    window.location.assign(toHref(location));
    return false;
  }
}

/**
 * True for a jump within the page, for which nothing is loaded. A link to exactly the same URL loads the page again.
 */
function isJump(from: Location, { location: to, navigationType }: Step): boolean {
  if (!isSamePage(from, to)) return false;
  if (navigationType === "jump") return true;
  return navigationType === "pop" ? from.hash !== to.hash : to.hash !== "";
}

/** Time for which prefetched data counts as fresh, in milliseconds. */
const FRESH_MS = 10 * SECOND;

interface Request {
  url: string;
  began: number;
  controller: AbortController;
  page: Promise<LoadedPage | Redirect>;
}

/** Loads one page at a time: a later navigation aborts the earlier one. */
function createPageFetcher(renderContext: RenderContext) {
  const inAdvance = createPrefetcher(renderContext);
  let pending: AbortController | null = null;
  return {
    isUnderWay: () => pending !== null,
    callOff() {
      pending?.abort();
      pending = null;
    },
    prefetch: inAdvance.prefetch,
    /** Loads a page. Returns null if a later navigation has replaced it. Ignores prefetched data in that case. */
    async fetch(
      match: ReturnType<FindPage>,
      location: Location,
      { anew = false } = {},
    ): Promise<LoadedPage | Redirect | null> {
      pending?.abort();
      const url = toUrl(location);
      const ready = inAdvance.take(url);
      const { controller, page } = ready && !anew ? ready : startRequest(renderContext, match, url);
      pending = controller;
      const loaded = await page;
      if (controller.signal.aborted) return null;
      // The page is now on the screen, so the next navigation must not abort its pending calls.
      pending = null;
      if (!(loaded instanceof Redirect) && loaded.error !== undefined) console.error(loaded.error);
      return loaded;
    },
  };
}

/** Prefetches one page; the next prefetch replaces it. */
function createPrefetcher(renderContext: RenderContext) {
  let request: Request | null = null;
  const isReady = (url: URL): boolean => request?.url === url.href && Date.now() - request.began < FRESH_MS;
  return {
    /** Loads a page that the visitor may open. If that fails, it is loaded again when it is opened. */
    prefetch(match: ReturnType<FindPage>, location: Location): void {
      const url = toUrl(location);
      if (isReady(url)) return;
      request?.controller.abort();
      const ownRequest = (request = startRequest(renderContext, match, url));
      void hasFailed(ownRequest.page).then((failed) => {
        if (failed && request === ownRequest) request = null;
      });
    },
    /** Returns the prefetched page once, if it is ready; otherwise null. */
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
