import type { RenderContext } from "#contract/page.ts";
import { isReloadDue, reloadDocument } from "../built-files.ts";
import { createStore } from "../store.ts";
import { createPageFetcher } from "./page-fetcher.ts";
import { type FindPage, Redirect, type PageState } from "./page.ts";
import { toHref, isSamePage, readHistoryEntry, type Location, toLocation, readLocation } from "./location.ts";

/**
 * How the present place was come to: by opening the shop here, by a step to a new one, in place of one, by the
 * browser's Back and Forward, or by a jump to a `#part` that the browser made itself.
 */
export type NavigationType = "open" | "push" | "replace" | "pop" | "jump";

export interface RouterState {
  location: Location;
  pageState: PageState;
  /** Another page is on its way, or this one's data is asked for again. */
  activity: "idle" | "navigating" | "refreshing";
  navigationType: NavigationType;
  /** The visitor stays where they have scrolled to. */
  preventScrollReset: boolean;
}

export interface NavigateOptions {
  replace?: boolean;
  /** Passed along to the page; lives as long as the entry in the browser's history, so it must be cloneable. */
  state?: unknown;
  preventScrollReset?: boolean;
}

export interface Router {
  readonly state: RouterState;
  readonly find: FindPage;
  subscribe(listener: () => void): () => void;
  /** Goes to a path of the shop. Resolves when its page is there, or another navigation has overtaken it. */
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** Asks for the page's data again. */
  refresh(): Promise<void>;
}

interface RouterOptions {
  find: FindPage;
  renderContext: RenderContext;
  /** The page on the screen, as the server rendered it. */
  pageState: PageState;
}

/** Leads through the shop without loading the document again. One at a time: it owns the document's history. */
export function createRouter({ find, renderContext, pageState }: RouterOptions): Router {
  const pages = createPageFetcher(renderContext);
  const state = createStore<RouterState>({
    location: readLocation(),
    pageState,
    activity: "idle",
    navigationType: "open",
    preventScrollReset: false,
  });

  const update = (changes: Partial<RouterState>) => state.set({ ...state.get(), ...changes });

  const go = async (
    location: Location,
    navigationType: NavigationType,
    preventScrollReset = false,
  ): Promise<void> => {
    if (isJump(state.get().location, location, navigationType)) {
      pages.callOff();
      return land({ location, navigationType, preventScrollReset });
    }
    if (isReloadDue()) return reloadAt(location, navigationType);
    const coming = pages.fetch(find(location.pathname), location);
    update({ activity: "navigating" });
    const loaded = await coming;
    if (loaded === null) return;
    if (!(loaded instanceof Redirect) && loaded.pageState.failed && isReloadDue())
      return reloadAt(location, navigationType);
    if (!(loaded instanceof Redirect))
      return land({ location, navigationType, preventScrollReset, ...loaded });
    // A place that leads elsewhere gets no entry of its own.
    return go(toLocation(loaded.to), navigationType === "push" ? "push" : "replace");
  };

  const land = (
    changes: Pick<RouterState, "location" | "navigationType" | "preventScrollReset"> & {
      pageState?: PageState;
    },
  ) => {
    const { location, navigationType, preventScrollReset, pageState: next = state.get().pageState } = changes;
    if (enter(location, navigationType))
      update({ location, navigationType, preventScrollReset, pageState: next, activity: "idle" });
  };

  /** The server has another build: it makes the page. What the step passes along lies in the history. */
  const reloadAt = (location: Location, navigationType: NavigationType) => {
    if (enter(location, navigationType)) reloadDocument();
  };

  window.addEventListener("popstate", () => {
    const navigationType = readHistoryEntry() ? "pop" : "jump";
    void go(readLocation(), navigationType);
  });

  return {
    get state() {
      return state.get();
    },
    find,
    subscribe: state.subscribe,
    navigate: (to, { replace = false, state: carried = null, preventScrollReset } = {}) =>
      go(toLocation(to, carried), replace ? "replace" : "push", preventScrollReset),
    async refresh() {
      // What is under way brings fresh data anyway.
      if (pages.isUnderWay()) return;
      const coming = pages.fetch(state.get().pageState, state.get().location);
      update({ activity: "refreshing" });
      const loaded = await coming;
      if (loaded instanceof Redirect) return go(toLocation(loaded.to), "replace");
      if (loaded) update({ pageState: loaded.pageState, activity: "idle" });
    },
  };
}

/** Writes a step into the browser's history. False where that loads the document. */
function enter(location: Location, navigationType: NavigationType): boolean {
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

/** A step within the page: nothing is asked for. To the very same address it is not, that one is meant to load again. */
function isJump(from: Location, to: Location, navigationType: NavigationType): boolean {
  if (!isSamePage(from, to)) return false;
  if (navigationType === "jump") return true;
  return navigationType === "pop" ? from.hash !== to.hash : to.hash !== "";
}
