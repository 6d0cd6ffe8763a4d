import { afterEach, expect, test, vi } from "vitest";
import {
  readStored,
  readStoredInTab,
  readStoredJsonInTab,
  removeStored,
  removeStoredInTab,
  runInOneTab,
  subscribeToOtherTabs,
  writeStored,
  writeStoredInTab,
} from "./storage.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("a damaged value in the browser's storage is read as missing", () => {
  writeStoredInTab("key", "{");
  expect(readStoredJsonInTab("key")).toBeNull();
});

test("a browser that blocks storage stores nothing and causes no error", () => {
  const refuse = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeStoredInTab("key", "1");
  expect(readStoredInTab("key")).toBeNull();
  expect(readStoredJsonInTab("key")).toBeNull();
  removeStoredInTab("key");
});

test("if the browser's storage is full, a tab reads its own new value instead of the stored one, until another tab stores a newer value", () => {
  const stored = new Map([["key", "old"]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: (key: string) => void stored.delete(key),
  });
  const unsubscribe = subscribeToOtherTabs(["key"], () => {});
  writeStored("key", "new");
  expect(readStored("key")).toBe("new");
  stored.set("key", "newest");
  window.dispatchEvent(new StorageEvent("storage", { key: "key" }));
  expect(readStored("key")).toBe("newest");
  writeStored("key", "last");
  removeStored("key");
  expect(readStored("key")).toBeNull();
  unsubscribe();
});

test("when the Back button restores a page, its storage subscribers are called, because other tabs may have changed the values", () => {
  const changed = vi.fn<() => void>();
  const unsubscribe = subscribeToOtherTabs(["key"], changed);
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
  expect(changed).not.toHaveBeenCalled();
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(changed).toHaveBeenCalledOnce();
  unsubscribe();
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(changed).toHaveBeenCalledOnce();
});

test("a tab waits at most 30 seconds for a lock of another tab, because the browser may have frozen that tab", async () => {
  vi.useFakeTimers();
  const request = (_name: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
  vi.stubGlobal("navigator", { locks: { request } });
  const callback = vi.fn<() => Promise<string>>(async () => "done");
  const result = runInOneTab("refresh", callback);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(callback).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBe("done");
});

test("a function that fails while its tab holds the lock is not run again without the lock", async () => {
  const request = (_name: string, _options: object, work: () => Promise<unknown>) => work();
  vi.stubGlobal("navigator", { locks: { request } });
  const callback = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("refused")));
  await expect(runInOneTab("refresh", callback)).rejects.toThrow("refused");
  expect(callback).toHaveBeenCalledTimes(1);
});
