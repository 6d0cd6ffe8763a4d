import { expect, test } from "vitest";
import { listSortOptions, parseSorting, type Sortable, sortProducts, type Sorting } from "./sorting.ts";

const products: Sortable[] = [
  { title: "Bowl 10", price: 900, createdAt: "2026-01-01T00:00:00Z", sales: 5 },
  { title: "bowl 9", price: 1500, createdAt: "2026-03-01T00:00:00Z", sales: 90, featuredRank: 2 },
  { title: "Apple tray", price: 900, date: "2026-02-01T00:00:00Z", featuredRank: 1 },
  { title: "Çay tray", price: 2500, sales: 5 },
];

const titlesBy = (sorting: Sorting) => sortProducts(products, sorting).map(({ title }) => title);

test("every label of the sort menu selects a different sort order (§2.5, D37)", () => {
  expect(listSortOptions({})).toEqual([
    "Latest",
    "Featured",
    "Best Selling",
    "Alphabetically A to Z",
    "Alphabetically Z to A",
    "Price low to high",
    "Price high to low",
    "Date old to new",
    "Date new to old",
  ]);
  expect(new Set(listSortOptions({}).map((label) => parseSorting(label))).size).toBe(
    listSortOptions({}).length,
  );
});

test.each([
  ["default", "latest"],
  ["Price-low-to-High", "priceAscending"],
  ["Price-High-to-Low", "priceDescending"],
  ["atoz", "titleAscending"],
  ["ztoa", "titleDescending"],
  ["old-to-new", "dateAscending"],
  ["new-to-old", "dateDescending"],
  ["Z to A", "titleDescending"],
])("the value %s in the URL selects the sort order %s (§2.5)", (value, sorting) => {
  expect(parseSorting(value)).toBe(sorting);
});

test.each([["cheapest"], [""], [null], [undefined], ["constructor"]])(
  "an unknown sort order such as %s selects Latest",
  (value) => {
    expect(parseSorting(value)).toBe("latest");
  },
);

test("the sort order Latest puts the newest product first, uses `date` if `createdAt` is missing, and puts undated products last", () => {
  expect(titlesBy("latest")).toEqual(["bowl 9", "Apple tray", "Bowl 10", "Çay tray"]);
  expect(titlesBy("dateDescending")).toEqual(titlesBy("latest"));
  expect(titlesBy("dateAscending")).toEqual(["Bowl 10", "Apple tray", "bowl 9", "Çay tray"]);
});

test("titles are sorted with numbers as numbers (9 before 10) and ç next to c", () => {
  expect(titlesBy("titleAscending")).toEqual(["Apple tray", "bowl 9", "Bowl 10", "Çay tray"]);
  expect(titlesBy("titleDescending")).toEqual(["Çay tray", "Bowl 10", "bowl 9", "Apple tray"]);
});

test("products with equal prices keep their previous order in both directions (§2.5, D37)", () => {
  expect(titlesBy("priceAscending")).toEqual(["Bowl 10", "Apple tray", "bowl 9", "Çay tray"]);
  expect(titlesBy("priceDescending")).toEqual(["Çay tray", "bowl 9", "Bowl 10", "Apple tray"]);
});
