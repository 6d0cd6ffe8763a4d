import { moveIntoOpenModal } from "./open-modals.ts";

/** Time in ms for which announcements are collected, so that five quick clicks are announced once. */
const GATHERED_MS = 300;

let region: HTMLElement | null = null;
let pendingMessages = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a text to screen readers without showing it. Of several texts about one `topic`, only the last is
 * announced.
 */
export function announce(topic: string, text: string): void {
  region ??= openRegion();
  pendingMessages.set(topic, text);
  clearTimeout(timer);
  timer = setTimeout(announcePending, GATHERED_MS);
}

function announcePending(): void {
  const line = document.createElement("p");
  line.textContent = [...pendingMessages.values()].join(". ");
  // A new element is announced even if its text is the same as before.
  region?.replaceChildren(line);
  pendingMessages = new Map();
}

function openRegion(): HTMLElement {
  const region = document.createElement("div");
  region.setAttribute("role", "status");
  region.className = "visually-hidden";
  moveIntoOpenModal(region);
  return region;
}
