/** Safari has no idle callback: so long after the page has loaded, in milliseconds. */
const SOON_MS = 2_000;

/** Does a piece of work once the page has loaded and has nothing else to do. Returns the way to call it off. */
export function runWhenIdle(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = 0;
  const wait = () => {
    if ("requestIdleCallback" in window) idle = requestIdleCallback(work);
    else timer = setTimeout(work, SOON_MS);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => {
    window.removeEventListener("load", wait);
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
  };
}
