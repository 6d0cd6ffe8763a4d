import { type RefObject, useEffect, useRef, useState, useCallback, useSyncExternalStore } from "react";

/** Distance from the viewport at which content is loaded, enough for a fast scroll. */
export const NEAR_MARGIN = "600px 0px";

/**
 * Returns true once an element has been near the viewport, to load the code of content below the first screen. False on
 * the server and before the first observation.
 */
export function useNear<Element extends HTMLElement>(): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR_MARGIN },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [isNear]);
  return [element, isNear];
}

/** Safari has no idle callback: delay after the page load, in milliseconds. */
const SOON_MS = 2_000;

/** Runs work when the page is loaded and idle. Returns a function that cancels it. */
export function runWhenIdle(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = 0;
  const wait = () => {
    if ("requestIdleCallback" in window) idle = requestIdleCallback(callback);
    else timer = setTimeout(callback, SOON_MS);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => {
    window.removeEventListener("load", wait);
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
  };
}

/** True if the window matches a media query; updated with each change. False on the server and during hydration. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
