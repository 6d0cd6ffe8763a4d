import { createStore } from "#client/store.ts";
import type { SignInKind, SignInResult } from "../calls.ts";

/** The local storage entry that all tabs share. Unlike a cookie, it is not sent to other ports of this machine. */
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

/** The rights of each role, worded to follow the word "can". */
export const RIGHTS = {
  owner: "do everything",
  manager:
    "do everything except the team, connections, backups, seller, taxes, coupon, shipping charges and cash on delivery",
  packer: "pack and send orders, but not see amounts of money",
} as const;

const LEAST_KEY = 20;

export const JOIN_PATH = "/join";

/** Returns the one-time key in the URL, if any. Removes the key from the URL and the history. */
export function takeKey(): string | null {
  const key = location.hash.slice(1);
  // A shorter hash is not a key. For example, the skip link sets the hash `#main`.
  if (key.length < LEAST_KEY) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return key;
}
