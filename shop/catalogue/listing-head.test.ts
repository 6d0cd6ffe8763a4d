import { expect, test } from "vitest";
import { listingHead } from "./listing-head.ts";

test("the head of a listing goes by subcategory, and has words for any other", () => {
  expect(listingHead("cheese board").heading).toBe("Cheese Boards");
  expect(listingHead("Lazy Susan")).toEqual(listingHead(undefined));
});
