import { type RefObject, useEffect, useRef, useState, useCallback, useSyncExternalStore } from "react";

export const NEAR_MARGIN = "600px 0px";

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

/** The delay in ms that replaces `requestIdleCallback` in Safari. */
const SOON_MS = 2_000;

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

/** True if the media query matches. Always false on the server and during hydration. */
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
