import { focusPlace, returnFocus } from "./focus-recovery.ts";
import { lockScroll } from "./scroll-lock.ts";

/*
 * The dialogs and drawers that are open, topmost last. The page behind them is inert, and so would be a toast that
 * stays there: unseen, unheard, not to be hovered. So the toasts move into the topmost one while it is open.
 */
const open: HTMLDialogElement[] = [];
let toasts: HTMLElement | null = null;

/** Opens a dialog over the page and holds the page still; the returned function closes it again. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const unlock = lockScroll();
  const opener = focusPlace();
  dialog.showModal();
  dialog.querySelector<HTMLElement>("[data-initial-focus]")?.focus();
  open.push(dialog);
  placeToasts();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    placeToasts();
    dialog.close();
    unlock();
    returnFocus(opener);
  };
}

/** Says which element holds the toasts and puts it where it can be seen. */
export function hostToasts(host: HTMLElement): void {
  toasts = host;
  placeToasts();
}

function placeToasts(): void {
  const place = open.at(-1) ?? document.body;
  if (toasts === null || toasts.parentElement === place) return;
  // moveBefore keeps the toasts' clocks running where the browser knows it.
  if (toasts.isConnected && "moveBefore" in place) place.moveBefore(toasts, null);
  else place.append(toasts);
}
