/** Values that the browser's blocked or full storage did not accept. */
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
      // A blocked storage contains nothing, so there is nothing to remove.
    }
  }
}

/** Returns the stored value; null if it is missing or invalid. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Calls `changed` when another tab changes one of these keys. Returns a function that unsubscribes. */
export function subscribeToOtherTabs(keys: readonly string[], changed: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || keys.includes(event.key)) changed();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Runs at once in browsers without the Web Locks API. */
export function runInOneTab<T>(name: string, callback: () => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return callback();
  return navigator.locks.request(name, callback);
}

// The tab's storage survives a reload. These functions throw no error if it is blocked or full.

export function readStoredInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns the stored value; null if it is missing or invalid. */
export function readStoredJsonInTab(key: string): unknown {
  try {
    return JSON.parse(readStoredInTab(key) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** Returns false if the value could not be stored. */
export function writeStoredInTab(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

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
    // A blocked storage contains nothing, so there is nothing to remove.
  }
}
