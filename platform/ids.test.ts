import { expect, test } from "vitest";
import { generateReadableId, generateCode, generateUuid } from "./ids.ts";

test("generated ids sort by the time when they were made, and contain this time", () => {
  const moments = [0, 1, 1_763_600_000_000, 1_763_600_000_001, 2 ** 47];
  const keys = moments.map((moment) => generateUuid(moment));
  expect(keys.toSorted()).toEqual(keys);
  for (const [index, key] of keys.entries()) {
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(key.replace("-", "").slice(0, 12), 16)).toBe(moments[index]);
  }
});

test("generated ids of the same millisecond sort in the order in which they were made", () => {
  const keys = Array.from({ length: 10_000 }, () => generateUuid(1));
  expect(keys.toSorted()).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a generated order number contains no characters that look alike", () => {
  expect(generateReadableId("TRV")).toMatch(/^TRV-[0-9A-HJKMNP-TV-Z]{6}$/);
  expect(new Set(generateCode(20_000)).size).toBe(32);
});
