import { moveIntoOpenModal } from "./open-modals.ts";

/** The time in ms for which announcements are collected, so that five quick clicks result in one announcement. */
const GATHERED_MS = 300;

let region: HTMLElement | null = null;
let pendingMessages = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Makes screen readers read a text without showing it. Of several texts with one `topic`, only the last is read. */
export function announce(topic: string, text: string): void {
  region ??= openRegion();
  pendingMessages.set(topic, text);
  clearTimeout(timer);
  timer = setTimeout(announcePending, GATHERED_MS);
}

function announcePending(): void {
  const line = document.createElement("p");
  line.textContent = [...pendingMessages.values()].join(". ");
  // Creates a new element every time, because screen readers then read the text even if it is the same as before.
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
