import { expect, test } from "vitest";
import { getLargestHold } from "./holds.ts";

const hold = (kind: "account" | "address", lapsed: number) =>
  [1, 2, 3, 4, 10, 100].map((left) => getLargestHold(kind, { left, lapsed }));

test("an account may hold half of what is left, a pair at first and the last piece at any time (T35)", () => {
  expect(hold("account", 0)).toEqual([1, 2, 2, 2, 5, 50]);
  expect(getLargestHold("account", { left: 0, lapsed: 0 })).toBe(0);
});

test("each lapsed order halves that, and the third ends it for the day (T35)", () => {
  expect(hold("account", 1)).toEqual([1, 1, 1, 1, 2, 25]);
  expect(hold("account", 2)).toEqual([1, 1, 1, 1, 1, 12]);
  expect(hold("account", 3)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("an address is given more, and never all where there are three or more (D89, T35)", () => {
  expect(hold("address", 2)).toEqual([1, 2, 2, 3, 7, 75]);
  expect(hold("address", 3)).toEqual([1, 1, 1, 1, 3, 37]);
  expect(hold("address", 8)).toEqual([1, 1, 1, 1, 1, 18]);
  expect(hold("address", 9)).toEqual([0, 0, 0, 0, 0, 0]);
});
