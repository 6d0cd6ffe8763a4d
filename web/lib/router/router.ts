import type { Backstage } from "#contract/page.ts";
import { isReloadDue, reloadDocument } from "#lib/built-files.ts";
import { createStore } from "#lib/store.ts";
import { arrive, type FindPage, Redirect, type Shown } from "./page.ts";
import { hrefOf, isSamePage, ownEntry, type Place, placeAt, placeHere, urlOf } from "./place.ts";

/**
 * How the present place was come to: by opening the shop here, by a step to a new one, in place of one, by the
 * browser's Back and Forward, or by a jump to a `#part` that the browser made itself.
 */
export type Step = "open" | "push" | "replace" | "pop" | "jump";

export interface RouterState {
  location: Place;
  shown: Shown;
  /** Another page is on its way, or this one's data is asked for again. */
  activity: "idle" | "navigating" | "refreshing";
  step: Step;
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
  backstage: Backstage;
  /** The page on the screen, as the server rendered it. */
  shown: Shown;
}

/** Leads through the shop without loading the document anew. One at a time: it owns the document's history. */
export function createRouter({ find, backstage, shown }: RouterOptions): Router {
  let underWay: AbortController | null = null;
  const state = createStore<RouterState>({
    location: placeHere(),
    shown,
    activity: "idle",
    step: "open",
    preventScrollReset: false,
  });

  const tell = (news: Partial<RouterState>) => state.set({ ...state.get(), ...news });

  /** Null: a later step has overtaken it. */
  const fetchPage = async (match: ReturnType<FindPage>, location: Place) => {
    underWay?.abort();
    const mine = (underWay = new AbortController());
    const { signal } = mine;
    const arrival = await arrive(match, { ...backstage, url: urlOf(location), signal });
    if (signal.aborted) return null;
    // From now on it is the page on the screen: the next step must not abort what it still waits for.
    underWay = null;
    if (!(arrival instanceof Redirect) && arrival.fault !== undefined) console.error(arrival.fault);
    return arrival;
  };

  const go = async (location: Place, step: Step, preventScrollReset = false): Promise<void> => {
    if (isJump(state.get().location, location, step)) {
      underWay?.abort();
      underWay = null;
      return land({ location, step, preventScrollReset });
    }
    if (isReloadDue()) return openAnew(location, step);
    const coming = fetchPage(find(location.pathname), location);
    tell({ activity: "navigating" });
    const arrival = await coming;
    if (arrival === null) return;
    if (!(arrival instanceof Redirect) && arrival.shown.failed && isReloadDue())
      return openAnew(location, step);
    if (!(arrival instanceof Redirect)) return land({ location, step, preventScrollReset, ...arrival });
    // A place that leads elsewhere gets no entry of its own.
    return go(placeAt(arrival.to), step === "push" ? "push" : "replace");
  };

  const land = (news: Pick<RouterState, "location" | "step" | "preventScrollReset"> & { shown?: Shown }) => {
    const { location, step, preventScrollReset, shown: next = state.get().shown } = news;
    if (enter(location, step)) tell({ location, step, preventScrollReset, shown: next, activity: "idle" });
  };

  /** The server has another build: it makes the page. What the step passes along lies in the history. */
  const openAnew = (location: Place, step: Step) => {
    if (enter(location, step)) reloadDocument();
  };

  window.addEventListener("popstate", () => {
    const step = ownEntry() ? "pop" : "jump";
    void go(placeHere(), step);
  });

  return {
    get state() {
      return state.get();
    },
    find,
    subscribe: state.subscribe,
    navigate: (to, { replace = false, state: carried = null, preventScrollReset } = {}) =>
      go(placeAt(to, carried), replace ? "replace" : "push", preventScrollReset),
    async refresh() {
      // What is under way brings fresh data anyway.
      if (underWay) return;
      const coming = fetchPage(state.get().shown, state.get().location);
      tell({ activity: "refreshing" });
      const arrival = await coming;
      if (arrival instanceof Redirect) return go(placeAt(arrival.to), "replace");
      if (arrival) tell({ shown: arrival.shown, activity: "idle" });
    },
  };
}

/** Writes a step into the browser's history. False where that loads the document. */
function enter(location: Place, step: Step): boolean {
  const entry = { key: location.key, state: location.state };
  try {
    if (step === "push") history.pushState(entry, "", hrefOf(location));
    if (step === "replace") history.replaceState(entry, "", hrefOf(location));
    return true;
  } catch {
    // Browsers refuse too many entries in a short time; a full load always works.
    window.location.assign(hrefOf(location));
    return false;
  }
}

/** A step within the page: nothing is asked for. To the very same address it is not, that one is meant to load anew. */
function isJump(from: Place, to: Place, step: Step): boolean {
  if (!isSamePage(from, to)) return false;
  if (step === "jump") return true;
  return step === "pop" ? from.hash !== to.hash : to.hash !== "";
}
