import { createContext, use, useEffect, useLayoutEffect, useRef } from "react";
import { SECOND } from "#contract/time.ts";
import { createStore } from "#client/store.ts";

export const place = createStore(getPlace());

function getPlace(): string {
  return location.pathname + location.search;
}

let unsavedForms = 0;

export const countUnsavedForms = (): number => unsavedForms;

/** True inside a dialog. A dialog itself asks before it closes with unsaved input. */
export const IsInDialog = createContext(false);

/**
 * Set while the desk asks the user whether to leave the screen without saving. `to` is the address that the user has
 * chosen. It is undefined after a click on the Back button.
 */
export const leaving = createStore<{ to?: string; isBack?: boolean } | null>(null);

/** True while the search is open. */
export const palette = createStore(false);

const askBeforeBack = (): void => leaving.set({});

/** While `isUnsaved` is true, asks before a link or Back leaves the screen and before the browser leaves the page. */
export function useLeaveWarning(isUnsaved: boolean): void {
  useBackButton(isUnsaved && !use(IsInDialog), askBeforeBack);
  useEffect(() => {
    if (!isUnsaved) return;
    unsavedForms++;
    const warn = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => {
      unsavedForms--;
      removeEventListener("beforeunload", warn);
    };
  }, [isUnsaved]);
}

interface HistoryState {
  /** True if the user has come to the screen of this entry from another screen of the desk. */
  hasPrevious?: boolean | undefined;
  scrolledTo?: number;
  /** The number of dialogs that were open at this history entry. A form with unsaved input counts as a dialog. */
  dialogs?: number;
}

const getState = (): HistoryState => (history.state ?? {}) as HistoryState;

const keepScroll = (): void =>
  history.replaceState({ ...getState(), scrolledTo: scrollY } satisfies HistoryState, "");

/** For the path of each list, its address with the filter and its scroll position when the user last left it. */
const leftLists = new Map<string, { to: string; scrolledTo: number }>();

/** Returns the address of a list with the filter that the user last chose. */
export const getListHref = (path: string): string => leftLists.get(path)?.to ?? path;

/**
 * Opens a screen. If the current screen has unsaved input, asks first, except with `replace` or `discards`. With
 * `isBack`, scrolls to where the user left the screen.
 */
export function goTo(to: string, { replace = false, discards = false, isBack = false } = {}): void {
  const { dialogs = 0, hasPrevious } = getState();
  if (replace && dialogs > 0) removeEntries(dialogs);
  if (isRemovingEntries) return void (afterRemoval = () => goTo(to, { replace, discards, isBack }));
  if (to === getPlace()) return;
  if (!replace && !discards && unsavedForms > 0) return leaving.set({ to, isBack });
  // If a dialog is open, the new screen replaces the dialog's history entry. `updateEntries` has already stored the
  // scroll position in the entry of the current screen.
  if (!replace && dialogs === 0) keepScroll();
  if (!replace) leftLists.set(location.pathname, { to: getPlace(), scrolledTo: scrollY });
  history[replace || dialogs > 0 ? "replaceState" : "pushState"](
    { hasPrevious: !replace || hasPrevious } satisfies HistoryState,
    "",
    to,
  );
  place.set(getPlace());
  const { scrolledTo = 0 } = (isBack && leftLists.get(location.pathname)) || {};
  if (scrolledTo > 0) scrollBack(scrolledTo);
  else if (!replace) scrollTo(0, 0);
}

/** The functions that close the open dialogs, the topmost last. A form with unsaved input counts as a dialog. */
const openDialogs: (() => void)[] = [];

/** True while the browser goes back over the history entries of closed dialogs. No entry may be added in this time. */
let isRemovingEntries = false;
let afterRemoval: (() => void) | null = null;

function removeEntries(count: number): void {
  if (isRemovingEntries) return;
  isRemovingEntries = true;
  history.go(-count);
}

/** Gives each open dialog an entry in the browser's history, and removes the entries of closed dialogs. */
function updateEntries(): void {
  if (isRemovingEntries) return;
  const { dialogs = 0, hasPrevious } = getState();
  if (dialogs === 0 && openDialogs.length > 0) keepScroll();
  for (let count = dialogs + 1; count <= openDialogs.length; count++)
    history.pushState({ dialogs: count, hasPrevious } satisfies HistoryState, "");
  if (dialogs > openDialogs.length) removeEntries(dialogs - openDialogs.length);
}

/** While `isOpen` is true, the browser's Back button calls `close` instead of leaving the screen. */
export function useBackButton(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    const closeThis = () => latest.current();
    openDialogs.push(closeThis);
    updateEntries();
    return () => {
      openDialogs.splice(openDialogs.indexOf(closeThis), 1);
      updateEntries();
    };
  }, [isOpen]);
}

/** Goes back from the screen, or to the chosen address, although the screen has unsaved input. */
export function leaveScreen(): void {
  const { to = "/", isBack = false } = leaving.get() ?? {};
  const { dialogs = 0, hasPrevious } = getState();
  // Without a screen before this one, Back would leave the desk or do nothing, so open Today.
  if (leaving.get()?.to === undefined && hasPrevious) removeEntries(dialogs + 1);
  // Wait until the dialog with the question is closed and its history entry is removed.
  else setTimeout(() => goTo(to, { discards: true, isBack }));
  leaving.set(null);
}

/** Handles a move to the history entry of a dialog or of the screen behind it. Otherwise returns false. */
function handleDialogEntry(): boolean {
  const isRemoval = isRemovingEntries;
  isRemovingEntries = false;
  if (getPlace() !== place.get()) return false;
  if (isRemoval) {
    afterRemoval?.();
    afterRemoval = null;
    // Wait until the forms of the previous screen are unmounted.
    setTimeout(updateEntries);
    return true;
  }
  if ((getState().dialogs ?? 0) === openDialogs.length) return false;
  openDialogs.at(-1)?.();
  // If the dialog asks a question instead of closing, the dialog and the question each need a history entry.
  setTimeout(updateEntries);
  return true;
}

/** After a step back, the maximum time in ms until the screen is long enough for its earlier scroll position. */
const DRAW_AGAIN_MS = 3 * SECOND;

/** Scrolls to where the user left the screen. The browser tries this too early, before the list is drawn. */
function scrollBack(to: number): void {
  const shownPlace = getPlace();
  const until = performance.now() + DRAW_AGAIN_MS;
  const scroll = () => {
    if (getPlace() !== shownPlace) return;
    scrollTo(0, to);
    const isShort = document.documentElement.scrollHeight < to + innerHeight;
    if (isShort && performance.now() < until) requestAnimationFrame(scroll);
  };
  requestAnimationFrame(scroll);
}

addEventListener("popstate", () => {
  if (handleDialogEntry()) return;
  place.set(getPlace());
  const { scrolledTo = 0 } = getState();
  if (scrolledTo > 0) scrollBack(scrolledTo);
});

// Remove the history entries of dialogs that were open when the page was reloaded.
updateEntries();

export function interceptLinks(): void {
  document.addEventListener("click", (event) => {
    const isPlain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (event.defaultPrevented || !isPlain || !link || link.target !== "" || link.hasAttribute("download"))
      return;
    // A click on a link in a text that the owner edits only moves the cursor.
    if (link.closest("[contenteditable]")) return;
    if (link.origin !== location.origin) return;
    event.preventDefault();
    goTo(link.pathname + link.search, { isBack: link.dataset["back"] !== undefined });
  });
}

export const useQueryValues = (): Record<string, string> =>
  Object.fromEntries(new URL(place.useValue(), location.origin).searchParams);

/** Returns a customer's URL. The server treats a path with a dot as a file, so the e-mail address is in the query. */
export const getCustomerHref = (email: string): string =>
  `/people/customer?${new URLSearchParams({ email }).toString()}`;
