import { createStore } from "#client/store.ts";
import type { Entrance, SignedIn } from "../calls.ts";

/** The storage key. Stored for all tabs of this origin; unlike a cookie, other ports of this machine cannot read it. */
const STORAGE_KEY = "desk";

/** The signed-in user; null without one. */
export const session = createStore<SignedIn | null>(readStoredSession());

/** The way to sign in to this desk, if it is known. */
export const entrance = createStore<Entrance>(session.get()?.entrance ?? "address");

session.subscribe(() => {
  const now = session.get();
  if (now !== null) entrance.set(now.entrance);
  if (now === null) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, JSON.stringify(now));
});

// Another tab has signed in or out.
addEventListener("storage", ({ key }) => {
  if (key === STORAGE_KEY) session.set(readStoredSession());
});

function readStoredSession(): SignedIn | null {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === null ? null : (JSON.parse(stored) as SignedIn);
}

const LEAST_KEY = 20;

/** The page that an invitation opens. */
export const JOIN_PATH = "/join";

/** The one-time key in the URL, which is removed from the URL and the browser's history at once. */
export function takeKey(): string | null {
  const key = location.hash.slice(1);
  // `#main` is the skip link.
  if (key.length < LEAST_KEY) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return key;
}
