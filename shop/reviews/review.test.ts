import { expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { findEditRefusal } from "./review.ts";
import { formatAuthor, parseReviews, summarizeRatings } from "./shown-reviews.ts";

test("the average counts every rating, the low ones too, to one decimal", () => {
  expect(summarizeRatings([])).toBeNull();
  expect(summarizeRatings([5, 4, 1])).toEqual({ average: 3.3, count: 3 });
});

test("a review can be changed for thirty days", () => {
  const written = new Date("2026-11-01T00:00:00Z");
  expect(findEditRefusal(written, new Date(written.getTime() + 30 * DAY))).toBeNull();
  expect(findEditRefusal(written, new Date(written.getTime() + 30 * DAY + 1))).toBe("too_late");
});

test("an answer in any shape is reviews or none", () => {
  for (const body of [undefined, null, {}, [], { count: 0, reviews: [] }, { average: "x" }])
    expect(parseReviews(body)).toBeNull();
  const asha = {
    name: "Asha P.",
    rating: 5,
    message: "Lovely",
    writtenAt: "2026-11-20T09:00:00Z",
    pictures: [],
  };
  expect(parseReviews({ average: "4.5", count: 2, reviews: [asha, { rating: 1 }, null] })).toEqual({
    average: 4.5,
    count: 2,
    reviews: [asha],
  });
  expect(formatAuthor(asha)).toBe("Asha P., verified buyer, 20 Nov 2026");
  expect(formatAuthor({ ...asha, writtenAt: "" })).toBe("Asha P., verified buyer");
});
