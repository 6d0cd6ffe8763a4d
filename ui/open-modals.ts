import { focusPlace, returnFocus } from "./focus-recovery.ts";

/* The open dialogs and drawers, topmost last. The page behind them is inert, so a toast there would be invisible
   and not announced. Toasts and announcements therefore move into the topmost dialog while it is open. */
const open: HTMLDialogElement[] = [];
const hosted = new Set<HTMLElement>();

/** Opens a dialog and prevents the page from scrolling. Returns a function that closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const unlock = lockScroll();
  const opener = focusPlace();
  dialog.showModal();
  dialog.querySelector<HTMLElement>("[data-initial-focus]")?.focus();
  open.push(dialog);
  moveHosted();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    moveHosted();
    dialog.close();
    unlock();
    returnFocus(opener);
  };
}

/** Moves an element into the topmost dialog, otherwise into the page, so that it stays visible and is announced. */
export function moveIntoOpenModal(element: HTMLElement): void {
  hosted.add(element);
  moveHosted();
}

function moveHosted(): void {
  const top = open.at(-1) ?? document.body;
  for (const element of hosted) {
    if (element.parentElement === top) continue;
    // Browsers with moveBefore keep the toasts' animations running.
    if (element.isConnected && "moveBefore" in top) top.moveBefore(element, null);
    else top.append(element);
  }
}

let locks = 0;

/** Stops the page from scrolling until the returned function is called; locks may nest. */
function lockScroll(): () => void {
  const page = document.documentElement;
  if (locks === 0) {
    page.style.setProperty("--scrollbar-width", `${window.innerWidth - page.clientWidth}px`);
    page.toggleAttribute("data-scroll-locked", true);
  }
  locks += 1;
  let isLocked = true;
  return () => {
    if (!isLocked) return;
    isLocked = false;
    locks -= 1;
    if (locks === 0) page.toggleAttribute("data-scroll-locked", false);
  };
}
