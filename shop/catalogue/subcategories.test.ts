import { expect, test } from "vitest";
import { categoryPages, searchSubcategories, subcategoryOn } from "./subcategories.ts";

test("the search finds by any part of the word, ignoring case", () => {
  expect(searchSubcategories("BOARD")).toEqual(["Chopping Board", "Cheese Board"]);
  expect(searchSubcategories("")).toHaveLength(6);
  expect(searchSubcategories("spoon")).toEqual([]);
});

test("a category route presets its subcategory only when the query has none", () => {
  expect(subcategoryOn("/wooden-chip-dip-bowls", undefined)).toBe("Chip & Dip");
  expect(subcategoryOn("/wooden-bowls/", "Tray")).toBe("Tray");
  expect(subcategoryOn("/products", undefined)).toBeUndefined();
  expect(subcategoryOn("/wooden-kitchenware", "")).toBeUndefined();
});

test("the 404 page has six category pages", () => {
  expect(categoryPages.map(({ path }) => path)).toHaveLength(6);
});
