import { expect, test } from "vitest";
import { createMemoryLimit } from "./rate-limit.ts";

const start = Date.parse("2026-11-02T10:00:00Z");
const getTimeAfter = (milliseconds: number) => new Date(start + milliseconds);

test("a burst is allowed, then one more as each part of the time has passed; keys count apart", () => {
  const limit = createMemoryLimit({ burst: 3, perMs: 3_000 });
  const uses = [0, 0, 0, 0, 400, 1_000, 1_000].map((at) => limit.use("one", getTimeAfter(at)));
  expect(uses).toEqual([0, 0, 0, 1_000, 600, 0, 1_000]);
  expect(limit.use("other", getTimeAfter(0))).toBe(0);
});

test("it remembers ten thousand keys at most, and forgets the oldest first", () => {
  const limit = createMemoryLimit({ burst: 1, perMs: 1_000 });
  for (let key = 0; key < 10_001; key++) limit.use(`key ${key}`, getTimeAfter(0));
  expect(limit.use("key 0", getTimeAfter(0))).toBe(0);
  expect(limit.use("key 10000", getTimeAfter(0))).toBe(1_000);
});
