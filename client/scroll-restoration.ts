import { useLayoutEffect } from "react";
import { prefersReducedMotion } from "#ui/reduced-motion.ts";
import { runWhenIdle } from "./visibility.ts";
import { useLocation } from "./router/react.tsx";
import type { Router } from "./router/router.ts";
import { readStoredJsonInTab, writeStoredInTab } from "./storage.ts";

const KEY = "scroll";
/** Maximum time in ms in which the page scrolls by itself after a navigation. */
const TIMEOUT_MS = 3_000;

/** True if the next render must not scroll. True at first, because the visitor may have scrolled before hydration. */
let keepsPosition = true;
let isBackNavigation = false;
const positions = new Map<string, number>();

export function watchScroll(router: Router): void {
  history.scrollRestoration = "manual";
  runWhenIdle(finishPage);
  for (const [key, top] of (readStoredJsonInTab(KEY) as [string, number][] | null) ?? [])
    positions.set(key, top);
  isBackNavigation = positions.has(router.state.location.key);
  let currentLocation = router.state.location;
  router.subscribe(() => {
    const { location, navigationType, preventScrollReset } = router.state;
    if (location === currentLocation) return;
    // The new page is not rendered yet, so `scrollY` is the position on the old page.
    positions.set(currentLocation.key, window.scrollY);
    currentLocation = location;
    keepsPosition = preventScrollReset || navigationType === "jump";
    isBackNavigation = navigationType === "pop";
  });
  window.addEventListener("pagehide", () => {
    positions.set(currentLocation.key, window.scrollY);
    writeStoredInTab(KEY, JSON.stringify([...positions].slice(-50)));
  });
}

/**
 * Restores the scroll position on Back and Forward. Other navigations scroll to the URL's fragment or to the top (D31),
 * unless they set `preventScrollReset`.
 */
export function useScrollRestoration(): void {
  const { key, hash } = useLocation();
  useLayoutEffect(() => {
    if (isBackNavigation) return returnTo(positions.get(key) ?? 0);
    if (keepsPosition) return;
    // Lay out content below the fold only when the browser is idle, so that the visible part is painted sooner.
    delete document.documentElement.dataset["whole"];
    runWhenIdle(finishPage);
    // If the link was in a drawer, the page cannot scroll while the drawer closes, so wait for the next frame.
    let stop: (() => void) | undefined;
    const frame = requestAnimationFrame(() => {
      const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
      if (target) target.scrollIntoView({ behavior: scrollBehavior() });
      else stop = scrollToTop();
    });
    return () => {
      cancelAnimationFrame(frame);
      stop?.();
    };
  }, [key, hash]);
}

export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? "instant" : "smooth");

/**
 * Scrolls smoothly to the top. If a change of the layout ends this early, jumps to the top. Returns a function that
 * prevents the jump.
 */
function scrollToTop(): (() => void) | undefined {
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
  if (window.scrollY === 0) return;
  const jump = () => {
    stop();
    window.scrollTo({ top: 0, behavior: "instant" });
  };
  const stop = untilVisitorScrolls(() => window.removeEventListener("scrollend", jump));
  window.addEventListener("scrollend", jump);
  return stop;
}

/**
 * Scrolls to `top`, and again whenever the page grows, until it is long enough, the visitor scrolls, or `TIMEOUT_MS`
 * has passed. Returns a function that stops this; undefined if the page is already long enough.
 */
function returnTo(top: number): (() => void) | undefined {
  layOutAll();
  const scroll = () => {
    window.scrollTo({ top, behavior: "instant" });
    return document.documentElement.scrollHeight - window.innerHeight >= top;
  };
  if (scroll()) return;
  const growing = new ResizeObserver(() => {
    if (scroll()) stop();
  });
  const stop = untilVisitorScrolls(() => growing.disconnect());
  growing.observe(document.body);
  return stop;
}

const VISITOR_SCROLLS = ["wheel", "touchstart", "pointerdown", "keydown"];

/** Calls `end` when the visitor scrolls, after `TIMEOUT_MS`, or when the returned function is called. */
function untilVisitorScrolls(end: () => void): () => void {
  const stop = () => {
    end();
    clearTimeout(timer);
    for (const sign of VISITOR_SCROLLS) window.removeEventListener(sign, stop);
  };
  const timer = setTimeout(stop, TIMEOUT_MS);
  for (const sign of VISITOR_SCROLLS) window.addEventListener(sign, stop, { passive: true });
  return stop;
}

/** Lays out the whole page and loads its pictures. If this code cannot be loaded, parts are laid out when visible. */
const finishPage = (): void =>
  void import("./whole-page.ts").then(
    ({ showRest }) => showRest(layOutAll),
    () => {},
  );

function layOutAll(): void {
  document.documentElement.dataset["whole"] = "";
}
