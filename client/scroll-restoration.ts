import { useLayoutEffect } from "react";
import { prefersReducedMotion } from "#ui/reduced-motion.ts";
import { runWhenIdle } from "./visibility.ts";
import { useLocation } from "./router/react.tsx";
import type { Router } from "./router/router.ts";
import { readStoredJsonInTab, writeStoredInTab } from "./storage.ts";

const KEY = "scroll";
/**
 * Maximum time in ms to wait until the page is tall enough for the earlier scroll position. Its data may still be
 * loading. Pictures reserve their space from the start.
 */
const TIMEOUT_MS = 3_000;

/**
 * True if the next render must not scroll. The first value is true, because the visitor may have scrolled before
 * hydration.
 */
let keepsPosition = true;
let isBackNavigation = false;
const positions = new Map<string, number>();

/**
 * Stores the scroll position of each visited page, and the type of each navigation (D31). Filters use `navigate(…, {
 * preventScrollReset: true })` to keep the position.
 */
export function watchScroll(router: Router): void {
  history.scrollRestoration = "manual";
  runWhenIdle(finishPage);
  for (const [key, top] of readSavedPositions()) positions.set(key, top);
  isBackNavigation = positions.has(router.state.location.key);
  let currentLocation = router.state.location;
  router.subscribe(() => {
    const { location, navigationType, preventScrollReset } = router.state;
    if (location === currentLocation) return;
    // The new page is not rendered yet, so `scrollY` is the position in the previous page.
    positions.set(currentLocation.key, window.scrollY);
    currentLocation = location;
    keepsPosition = preventScrollReset || navigationType === "jump";
    isBackNavigation = navigationType === "pop";
  });
  window.addEventListener("pagehide", () => {
    positions.set(currentLocation.key, window.scrollY);
    savePositions();
  });
}

/**
 * Scrolls after each navigation as D31 requires: smoothly to the top, back to the earlier position, to the hash, or not
 * at all.
 */
export function useScrollRestoration(): void {
  const { key, hash } = useLocation();
  useLayoutEffect(() => {
    if (isBackNavigation) return returnTo(positions.get(key) ?? 0);
    if (keepsPosition) return;
    // Hides the content below the first screen again until the new page is idle. The first screen is then painted
    // sooner.
    delete document.documentElement.dataset["whole"];
    runWhenIdle(finishPage);
    // Waits a frame, because a drawer that contained the link stops the scrolling while it closes.
    const frame = requestAnimationFrame(() => {
      const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
      if (target) target.scrollIntoView({ behavior: scrollBehavior() });
      else window.scrollTo({ top: 0, behavior: scrollBehavior() });
    });
    return () => cancelAnimationFrame(frame);
  }, [key, hash]);
}

/** Returns "smooth", or "instant" if the visitor prefers reduced motion. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? "instant" : "smooth");

/**
 * Scrolls to the earlier position. If the page is still too short, tries again whenever it grows, until the visitor
 * scrolls or `TIMEOUT_MS` has passed. Returns a function that stops this.
 */
function returnTo(top: number): (() => void) | undefined {
  layOutAll();
  const scrollToTop = () => {
    window.scrollTo({ top, behavior: "instant" });
    return document.documentElement.scrollHeight - window.innerHeight >= top;
  };
  if (scrollToTop()) return;
  const growing = new ResizeObserver(() => {
    if (scrollToTop()) stop();
  });
  const stop = () => {
    growing.disconnect();
    clearTimeout(timer);
    for (const sign of ["wheel", "touchstart", "keydown"]) window.removeEventListener(sign, stop);
  };
  const timer = setTimeout(stop, TIMEOUT_MS);
  for (const sign of ["wheel", "touchstart", "keydown"])
    window.addEventListener(sign, stop, { passive: true });
  growing.observe(document.body);
  return stop;
}

/**
 * Loads the code that lays out the content below the first screen. Without it, the browser lays out this content while
 * the visitor scrolls.
 */
const finishPage = (): void =>
  void import("./whole-page.ts").then(
    ({ showRest }) => showRest(layOutAll),
    () => {},
  );

function layOutAll(): void {
  document.documentElement.dataset["whole"] = "";
}

function readSavedPositions(): [string, number][] {
  return (readStoredJsonInTab(KEY) as [string, number][] | null) ?? [];
}

function savePositions(): void {
  writeStoredInTab(KEY, JSON.stringify([...positions].slice(-50)));
}
