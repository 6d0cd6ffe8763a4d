/**
 * Values this browser remembers. Where storage is blocked or full the page remembers them for itself, so that a visit
 * works to its end.
 */
const unsaved = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unsaved.get(key) ?? null;
  } catch {
    return unsaved.get(key) ?? null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
  }
}

export function removeStored(...keys: string[]): void {
  for (const key of keys) {
    unsaved.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was stored there either.
    }
  }
}

/** Reads a remembered value as JSON; null when it is not there or was damaged by hand. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * Calls back when another tab changes one of these keys, or clears the storage. Returns a function that unsubscribes.
 */
export function subscribeToOtherTabs(keys: readonly string[], changed: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === null || keys.includes(event.key)) changed();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}

/** Does a piece of work in one tab at a time; where the browser has no locks, just does it. */
export function runInOneTab<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return work();
  return navigator.locks.request(name, work);
}

// Values this tab remembers until it is closed, also over reloads. Where storage is blocked or full it remembers
// nothing, and nothing fails.

export function readStoredInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Reads a value this tab remembers as JSON; null when it is not there or was damaged by hand. */
export function readStoredJsonInTab(key: string): unknown {
  try {
    return JSON.parse(readStoredInTab(key) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** False where it is not remembered. */
export function writeStoredInTab(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Whether this tab remembers anything at all. */
export function hasTabStorage(): boolean {
  try {
    return Boolean(sessionStorage);
  } catch {
    return false;
  }
}

export function removeStoredInTab(...keys: string[]): void {
  try {
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored there either.
  }
}
