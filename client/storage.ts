import { SECOND } from "#contract/time.ts";

/** Returns the result of `action`, or `fallback` if it throws, for example because the storage is blocked or full. */
function attempt<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

const succeeds = (action: () => void): boolean =>
  attempt(() => {
    action();
    return true;
  }, false);

const parseJson = (text: string | null): unknown =>
  attempt(() => JSON.parse(text ?? "null") as unknown, null);

/** The values that the storage has refused. They are newer than the stored ones. */
const unsaved = new Map<string, string>();

export const readStored = (key: string): string | null =>
  unsaved.get(key) ?? attempt(() => localStorage.getItem(key), null);

export function writeStored(key: string, value: string): void {
  if (succeeds(() => localStorage.setItem(key, value))) unsaved.delete(key);
  else unsaved.set(key, value);
}

export function removeStored(...keys: string[]): void {
  for (const key of keys) {
    unsaved.delete(key);
    attempt(() => localStorage.removeItem(key), undefined);
  }
}

export const readStoredJson = (key: string): unknown => parseJson(readStored(key));

/**
 * Calls `changed` when another tab changes one of these keys, and when Back restores a page that received no storage
 * events in the meantime. Returns a function that unsubscribes.
 */
export function subscribeToOtherTabs(keys: readonly string[], changed: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const changedKeys = key === null ? keys : keys.filter((each) => each === key);
    if (changedKeys.length === 0) return;
    for (const each of changedKeys) unsaved.delete(each);
    changed();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) changed();
  };
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", onShow);
  return () => {
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onShow);
  };
}

/** The maximum wait for another tab in ms. A browser may freeze a background tab before it finishes. */
const OTHER_TAB_LIMIT_MS = 30 * SECOND;

/**
 * Runs `callback` while no other tab runs a callback with this name. Waits at most `OTHER_TAB_LIMIT_MS` and then
 * runs it anyway. If the browser has no Web Locks API, runs `callback` at once.
 */
export async function runInOneTab<T>(name: string, callback: () => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return callback();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), OTHER_TAB_LIMIT_MS);
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      return callback();
    });
  } catch (cause) {
    if (!waiting.signal.aborted) throw cause;
    return callback();
  }
}

export const readStoredInTab = (key: string): string | null =>
  attempt(() => sessionStorage.getItem(key), null);

export const readStoredJsonInTab = (key: string): unknown => parseJson(readStoredInTab(key));

export const writeStoredInTab = (key: string, value: string): boolean =>
  succeeds(() => sessionStorage.setItem(key, value));

export const hasTabStorage = (): boolean => attempt(() => Boolean(sessionStorage), false);

export const removeStoredInTab = (...keys: string[]): void =>
  attempt(() => keys.forEach((key) => sessionStorage.removeItem(key)), undefined);
