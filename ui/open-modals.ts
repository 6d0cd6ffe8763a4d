import { focusPlace, returnFocus } from "./focus-recovery.ts";

/* The open dialogs, topmost last. `hosted` contains the elements for toasts and announcements, which must be in the
   topmost dialog: behind it, they would be covered, and screen readers would not read them. */
const open: HTMLDialogElement[] = [];
const hosted = new Set<HTMLElement>();

/** Returns a function that closes the dialog and lets the page scroll again. */
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

export function moveIntoOpenModal(element: HTMLElement): void {
  hosted.add(element);
  moveHosted();
}

function moveHosted(): void {
  const top = open.at(-1) ?? document.body;
  for (const element of hosted) {
    if (element.parentElement === top) continue;
    // `moveBefore` keeps the running animations of toasts, but not every browser has it.
    if (element.isConnected && "moveBefore" in top) top.moveBefore(element, null);
    else top.append(element);
  }
}

let locks = 0;

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
