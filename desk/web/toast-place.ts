/* The toasts are at the bottom of the window, away from the buttons at the top of a screen. They move to the top while
   they would cover the focused control, or a button that the user needs next. */

/** The attribute of the page that moves the toasts to the top (shell.module.css). */
const ABOVE = "data-toasts-above";

/** Toasts must not cover these elements: submit buttons, the bar of a selection (`ChosenBar`), the save box. */
const KEPT_FREE = "button[type=submit], [data-bar]";

/** Call this once, when the desk starts. */
export function placeToasts(): void {
  document.addEventListener("focusin", place);
  // Each new toast starts the animation of its timer, so this event reports new toasts.
  document.addEventListener("animationstart", ({ target }) => {
    if (target instanceof Element && target.closest(".Toastify__toast-container")) place();
  });
  // A save box may appear or grow below a toast. Toasts that are at the top stay there, so that `Undo` does not jump.
  new MutationObserver(() => {
    if (!document.documentElement.hasAttribute(ABOVE)) place();
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["hidden"] });
}

function place(): void {
  const toasts = document.querySelector(".Toastify__toast-container");
  const focused = document.activeElement;
  if (!toasts?.lastElementChild || toasts.contains(focused)) return;
  const page = document.documentElement;
  page.removeAttribute(ABOVE);
  const area = toasts.getBoundingClientRect();
  const covered = [...(toasts.closest("dialog") ?? document).querySelectorAll(KEPT_FREE)];
  if (focused?.matches("a, button, input, select, textarea, summary")) covered.push(focused);
  page.toggleAttribute(
    ABOVE,
    covered.some((each) => overlaps(each.getBoundingClientRect(), area)),
  );
}

const overlaps = (first: DOMRect, other: DOMRect): boolean =>
  first.top < other.bottom &&
  other.top < first.bottom &&
  first.left < other.right &&
  other.left < first.right;
