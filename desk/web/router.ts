import { useEffect } from "react";
import { SECOND } from "#contract/time.ts";
import { createStore } from "#client/store.ts";

export const place = createStore(getPlace());

function getPlace(): string {
  return location.pathname + location.search;
}

let unsavedForms = 0;

/** While `isUnsaved` is true, the browser asks the user to confirm before it leaves the page. */
export function useLeaveWarning(isUnsaved: boolean): void {
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

export function goTo(to: string, { replace = false } = {}): void {
  if (to === getPlace()) return;
  // Load the page, because the browser asks about unsaved values only before it loads another page.
  if (!replace && unsavedForms > 0) return location.assign(to);
  if (!replace) history.replaceState({ scrolledTo: scrollY }, "");
  history[replace ? "replaceState" : "pushState"](null, "", to);
  place.set(getPlace());
  if (!replace) scrollTo(0, 0);
}

/** The maximum time in which a screen is loaded and drawn again after a step back. */
const DRAW_AGAIN_MS = 3 * SECOND;

/** Scrolls to where the user left the screen. The browser tries this before the list is drawn, when the page is short. */
function scrollBack(to: number): void {
  const shownPlace = getPlace();
  const until = performance.now() + DRAW_AGAIN_MS;
  const scroll = () => {
    scrollTo(0, to);
    const isShort = document.documentElement.scrollHeight < to + innerHeight;
    if (isShort && getPlace() === shownPlace && performance.now() < until) requestAnimationFrame(scroll);
  };
  requestAnimationFrame(scroll);
}

export function interceptLinks(): void {
  addEventListener("popstate", ({ state }: PopStateEvent) => {
    place.set(getPlace());
    const { scrolledTo = 0 } = (state ?? {}) as { scrolledTo?: number };
    if (scrolledTo > 0) scrollBack(scrolledTo);
  });
  document.addEventListener("click", (event) => {
    const isPlain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (event.defaultPrevented || !isPlain || !link || link.target !== "" || link.hasAttribute("download"))
      return;
    if (link.origin !== location.origin) return;
    event.preventDefault();
    goTo(link.pathname + link.search);
  });
}

export const useQueryValues = (): Record<string, string> =>
  Object.fromEntries(new URL(place.useValue(), location.origin).searchParams);

/** Returns a customer's URL. The server treats a path with a dot as a file, so the e-mail address is in the query. */
export const getCustomerHref = (email: string): string =>
  `/people/customer?${new URLSearchParams({ email }).toString()}`;

/** True if the text has the format of an order number. Earlier orders may have another prefix than new ones. */
export const isOrderNumber = (text: string): boolean => /^[A-Z]{2,5}-[0-9A-HJKMNP-TV-Z]{6}$/.test(text);
