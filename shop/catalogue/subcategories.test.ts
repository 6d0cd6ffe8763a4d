import { expect, test } from "vitest";
import { categoryPages, findSubcategory, searchKinds, searchList } from "./subcategories.ts";
import { getListingHead } from "./listing-head.ts";

test("the search for subcategories matches any part of their names, ignoring case (§2.2)", () => {
  expect(searchKinds(searchList, "BOARD")).toEqual(["Chopping Board", "Cheese Board"]);
  expect(searchKinds(searchList, "")).toHaveLength(6);
  expect(searchKinds(searchList, "spoon")).toEqual([]);
});

test("a category route sets its subcategory only if the query does not name one (§2.1, D29)", () => {
  expect(findSubcategory("/wooden-chip-dip-bowls", undefined)).toBe("Chip & Dip");
  expect(findSubcategory("/wooden-bowls/", "Tray")).toBe("Tray");
  expect(findSubcategory("/products", undefined)).toBeUndefined();
  expect(findSubcategory("/wooden-kitchenware", "")).toBeUndefined();
});

test("the 404 page links to six category pages (§2.19, D29)", () => {
  expect(categoryPages.map(({ path }) => path)).toHaveLength(6);
});

test("the listing of a known subcategory has its own title, heading and description, and any other listing has the default texts (§2.5)", () => {
  expect(getListingHead({ subcategory: "cheese board" }, {}).heading).toBe("Cheese Boards");
  expect(getListingHead({ subcategory: "Lazy Susan" }, {})).toEqual(getListingHead({}, {}));
});
