import { expect, test } from "vitest";
import { getSubcategoryHead } from "./listing-head.ts";

test("the head of a listing goes by subcategory, and has words for any other (§2.5)", () => {
  expect(getSubcategoryHead("cheese board").heading).toBe("Cheese Boards");
  expect(getSubcategoryHead("Lazy Susan")).toEqual(getSubcategoryHead(undefined));
});
