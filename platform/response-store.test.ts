import { expect, test } from "vitest";
import { createResponseStore } from "./response-store.ts";

test("an answer that is larger than the store pushes out no other", () => {
  const store = createResponseStore<{ bytes: number }>(10, 100);
  const small = { bytes: 60 };
  store.set("small", small);
  store.set("huge", { bytes: 101 });
  expect(store.get("small")).toBe(small);
  expect(store.get("huge")).toBeUndefined();
  store.set("other", { bytes: 50 });
  expect(store.get("small")).toBeUndefined();
});
