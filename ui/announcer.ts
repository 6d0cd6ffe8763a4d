import { moveIntoOpenModal } from "./open-modals.ts";

/** Time in ms for which announcements are collected, so that five quick clicks are announced once. */
const GATHERED_MS = 300;

let region: HTMLElement | null = null;
let waiting = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a text to screen readers without showing it. Of several texts about one `topic`, only the last is
 * announced.
 */
export function announce(topic: string, text: string): void {
  region ??= openRegion();
  waiting.set(topic, text);
  clearTimeout(timer);
  timer = setTimeout(say, GATHERED_MS);
}

function say(): void {
  const line = document.createElement("p");
  line.textContent = [...waiting.values()].join(". ");
  // A new element is announced even if its text is the same as before.
  region?.replaceChildren(line);
  waiting = new Map();
}

function openRegion(): HTMLElement {
  const made = document.createElement("div");
  made.setAttribute("role", "status");
  made.className = "visually-hidden";
  moveIntoOpenModal(made);
  return made;
}
