import { type RefObject, useEffect, useRef, useState } from "react";

/** How far from the window something already counts as near: a fast scroll's worth. */
export const NEAR_MARGIN = "600px 0px";

/**
 * True from when an element comes near the window, and from then on: the moment to fetch the code of what lies
 * below the first screen. On the server, and until the browser has looked, it is false.
 */
export function useNear<Element extends HTMLElement>(): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || near) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR_MARGIN },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [near]);
  return [element, near];
}
