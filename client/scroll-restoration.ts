import { useLayoutEffect } from "react";
import { prefersReducedMotion } from "#ui/reduced-motion.ts";
import { runWhenIdle } from "./visibility.ts";
import { useLocation } from "./router/react.tsx";
import type { Router } from "./router/router.ts";
import { readStoredJsonInTab, writeStoredInTab } from "./storage.ts";

const KEY = "scroll";
/** Time in ms for which a page may still grow while it loads its data. Pictures have their size from the start. */
const TIMEOUT_MS = 3_000;

/** Also for the first page, because the visitor may have scrolled it before hydration. */
let keepsPosition = true;
let isBackNavigation = false;
const positions = new Map<string, number>();

/**
 * Stores how far each visited page was scrolled, and the type of each navigation (D31). `navigate(…, {
 * preventScrollReset: true })` keeps the position, as filters do.
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
    // The previous page is still on the screen.
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
    // The new page shows its first screen first.
    delete document.documentElement.dataset["whole"];
    runWhenIdle(finishPage);
    // A drawer with the link closes first; its closing would stop the movement.
    const frame = requestAnimationFrame(() => {
      const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
      if (target) target.scrollIntoView({ behavior: scrollBehavior() });
      else window.scrollTo({ top: 0, behavior: scrollBehavior() });
    });
    return () => cancelAnimationFrame(frame);
  }, [key, hash]);
}

/** Smooth, unless the visitor prefers reduced motion. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? "instant" : "smooth");

/**
 * Scrolls to the earlier position, after the content below the first screen is laid out. Follows the growing page until
 * it is tall enough or the visitor scrolls.
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

/** Loads the code of content below the first screen; without it, it is loaded while scrolling. */
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
