// What this tab remembers until it is closed, also over reloads. Where storage is blocked or full it remembers nothing,
// and nothing fails.

export function readStoredInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** What is remembered as JSON; null when it is not there or was damaged by hand. */
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
