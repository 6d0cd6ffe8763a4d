import { afterEach, expect, test, vi } from "vitest";
import { removeStoredInTab, readStoredInTab, readStoredJsonInTab, writeStoredInTab } from "./storage.ts";

afterEach(() => {
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
