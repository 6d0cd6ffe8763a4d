import { createStore } from "#client/store.ts";
import type { SignInKind, SignInResult } from "../calls.ts";

/** All tabs share this local storage entry. Other ports of this machine cannot read it, but they receive cookies. */
const STORAGE_KEY = "desk";

export const session = createStore<SignInResult | null>(readStoredSession());

export const entrance = createStore<SignInKind>(session.get()?.entrance ?? "address");

session.subscribe(() => {
  const now = session.get();
  if (now !== null) entrance.set(now.entrance);
  if (now === null) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, JSON.stringify(now));
});

addEventListener("storage", ({ key }) => {
  if (key === STORAGE_KEY) session.set(readStoredSession());
});

function readStoredSession(): SignInResult | null {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === null ? null : (JSON.parse(stored) as SignInResult);
}

const LEAST_KEY = 20;

export const JOIN_PATH = "/join";

/** Removes the one-time key from the URL and the history, and returns it; null without a key. */
export function takeKey(): string | null {
  const key = location.hash.slice(1);
  // A shorter hash is not a key. For example, the skip link sets the hash `#main`.
  if (key.length < LEAST_KEY) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return key;
}
