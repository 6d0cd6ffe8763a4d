import { moveIntoOpenModal } from "./open-modals.ts";

/** Announcements are collected for this time in ms, so that five quick clicks result in one announcement. */
const GATHERED_MS = 300;

let region: HTMLElement | null = null;
let pendingMessages = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Makes screen readers read a text that is not visible. A newer text replaces a waiting text with the same `topic`. */
export function announce(topic: string, text: string): void {
  region ??= openRegion();
  pendingMessages.set(topic, text);
  clearTimeout(timer);
  timer = setTimeout(announcePending, GATHERED_MS);
}

function announcePending(): void {
  const line = document.createElement("p");
  line.textContent = [...pendingMessages.values()].join(". ");
  // Screen readers read a new element even if its text is the same as before.
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
