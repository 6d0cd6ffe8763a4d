import { expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { findEditRefusal } from "./review.ts";
import { summarizeRatings } from "./shown-reviews.ts";

test("the average of ratings counts every rating and has one decimal", () => {
  expect(summarizeRatings([])).toBeNull();
  expect(summarizeRatings([5, 4, 1])).toEqual({ average: 3.3, count: 3 });
});

test("a review can be changed for 30 days", () => {
  const written = new Date("2026-11-01T00:00:00Z");
  expect(findEditRefusal(written, new Date(written.getTime() + 30 * DAY))).toBeNull();
  expect(findEditRefusal(written, new Date(written.getTime() + 30 * DAY + 1))).toBe("too_late");
});
