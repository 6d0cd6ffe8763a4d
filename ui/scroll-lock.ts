let locks = 0;

/** Stops the page from scrolling until the returned function is called; locks may nest. */
export function lockScroll(): () => void {
  const page = document.documentElement;
  if (locks === 0) {
    page.style.setProperty("--scrollbar-width", `${window.innerWidth - page.clientWidth}px`);
    page.toggleAttribute("data-scroll-locked", true);
  }
  locks += 1;
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    locks -= 1;
    if (locks === 0) page.toggleAttribute("data-scroll-locked", false);
  };
}
