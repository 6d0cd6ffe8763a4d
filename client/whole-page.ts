import { savesData } from "./prefetch.ts";
import { runWhenIdle } from "./visibility.ts";

/* This module lays out the whole page when the browser is idle. Screenshots and find-in-page then include all of it
   (D111). */

/** The number of photographs that are fetched at the same time. More would delay other requests. */
const AT_ONCE = 4;

export function showRest(onDone: () => void): void {
  layOutParts([...document.querySelectorAll<HTMLElement>("section, li, footer")].toReversed(), () => {
    onDone();
    if (savesData()) return;
    fetchPhotographs();
    later ??= watchLater();
  });
}

/** Lays out one part after another, because all parts together would block a slow phone for a quarter of a second. */
function layOutParts(parts: HTMLElement[], onDone: () => void): void {
  let part = parts.pop();
  while (part && getComputedStyle(part).contentVisibility !== "auto") part = parts.pop();
  if (!part) return onDone();
  part.style.contentVisibility = "visible";
  requestAnimationFrame(() => runWhenIdle(() => layOutParts(parts, onDone)));
}

let pendingCount = 0;

function fetchPhotographs(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>("img[loading=lazy]")) {
    if (pendingCount === AT_ONCE) return;
    if (!image.checkVisibility()) continue;
    pendingCount++;
    image.fetchPriority = "low";
    image.loading = "eager";
    void image
      .decode()
      .catch(() => {})
      .then(() => {
        pendingCount--;
        fetchPhotographs();
      });
  }
}

let later: MutationObserver | null = null;

function watchLater(): MutationObserver {
  let isDue = false;
  const watch = new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    runWhenIdle(() => {
      isDue = false;
      fetchPhotographs();
    });
  });
  watch.observe(document.body, { childList: true, subtree: true });
  return watch;
}
