import { afterEach, expect, test, vi } from "vitest";
import { forgetInTab, rememberedInTab, rememberedJsonInTab, rememberInTab } from "./tab-storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("a tab remembers until it is told to forget", () => {
  rememberInTab("key", '{"a":1}');
  expect(rememberedInTab("key")).toBe('{"a":1}');
  expect(rememberedJsonInTab("key")).toEqual({ a: 1 });
  forgetInTab("key", "other");
  expect(rememberedInTab("key")).toBeNull();
  expect(rememberedJsonInTab("key")).toBeNull();
});

test("what was damaged by hand is as good as not there", () => {
  rememberInTab("key", "{");
  expect(rememberedJsonInTab("key")).toBeNull();
});

test("a blocked storage remembers nothing and breaks nothing", () => {
  const refuse = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  rememberInTab("key", "1");
  expect(rememberedInTab("key")).toBeNull();
  expect(rememberedJsonInTab("key")).toBeNull();
  forgetInTab("key");
});
