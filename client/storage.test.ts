import { afterEach, expect, test, vi } from "vitest";
import { removeStoredInTab, readStoredInTab, readStoredJsonInTab, writeStoredInTab } from "./storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("a tab stores a value until it is removed", () => {
  writeStoredInTab("key", '{"a":1}');
  expect(readStoredInTab("key")).toBe('{"a":1}');
  expect(readStoredJsonInTab("key")).toEqual({ a: 1 });
  removeStoredInTab("key", "other");
  expect(readStoredInTab("key")).toBeNull();
  expect(readStoredJsonInTab("key")).toBeNull();
});

test("a damaged stored value counts as missing", () => {
  writeStoredInTab("key", "{");
  expect(readStoredJsonInTab("key")).toBeNull();
});

test("a blocked storage stores nothing and throws nothing", () => {
  const refuse = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeStoredInTab("key", "1");
  expect(readStoredInTab("key")).toBeNull();
  expect(readStoredJsonInTab("key")).toBeNull();
  removeStoredInTab("key");
});
