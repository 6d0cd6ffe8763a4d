import { describe, expect, test } from "vitest";
import {
  applyFilters,
  filterTags,
  priceMessages,
  readListing,
  readPriceRange,
  selectProducts,
} from "./filters.ts";

const bowl = {
  title: "Bowl",
  category: "Serveware",
  subcategory: "Bowl",
  materials: ["Acacia wood"],
  price: 899,
};

const fruitBowl = {
  title: "Fruit bowl",
  category: "Tableware",
  subcategory: "Fruit Bowl",
  collection: "The Host's Board",
  materials: ["Mango wood", "Teak wood"],
  price: 1499.5,
};

const board = {
  title: "Board",
  category: "Kitchenware",
  subcategory: "Chopping Board",
  materials: ["Teak wood"],
  price: 1999,
};

const products = [bowl, fruitBowl, board];

const shown = (query: Parameters<typeof readListing>[0]) => selectProducts(products, readListing(query));

test("the filters for category, subcategory and collection match whole names, ignoring case (§2.5, D34, D35)", () => {
  expect(shown({ subcategory: "bowl" })).toEqual([bowl]);
  expect(shown({ category: " TABLEWARE " })).toEqual([fruitBowl]);
  expect(shown({ collection: "the host's board" })).toEqual([fruitBowl]);
  expect(shown({ category: "Serve" })).toEqual([]);
});

test("the wood filter ignores case, and a filter for several woods shows the products of each wood (§5)", () => {
  expect(shown({ material: "teak WOOD" })).toEqual([fruitBowl, board]);
  expect(shown({ material: "Acacia wood,Teak wood" })).toEqual(products);
});

test("a filter for several product types shows the products of each, and sold-out products can be excluded", () => {
  expect(shown({ kind: "bowl,Chopping Board,nothing" })).toEqual([bowl, board]);
  const soldOut = { ...board, stock: 0 };
  expect(selectProducts([bowl, soldOut], readListing({ inStock: "1" }))).toEqual([bowl]);
  expect(selectProducts([bowl, soldOut], readListing({ inStock: "yes" }))).toHaveLength(2);
});

test("a price filter includes products at its limits, and a missing limit excludes no product (§2.5, §5, D34, D35)", () => {
  expect(shown({ minPrice: "1499.50" })).toEqual([fruitBowl, board]);
  expect(shown({ maxPrice: "1499.5" })).toEqual([bowl, fruitBowl]);
  expect(shown({ minPrice: 900, maxPrice: 1500 })).toEqual([fruitBowl]);
  expect(shown({})).toEqual(products);
});

describe("filter tags", () => {
  const query = {
    subcategory: "Bowl",
    material: "Teak wood,Mango wood",
    minPrice: "500",
    sortOption: "Featured",
    page: 3,
  };

  test("filter tags show wood, price and sorting, and each tag removes only its own filter (§2.5)", () => {
    expect(filterTags(query)).toEqual([
      {
        name: "material",
        label: "Teak wood",
        without: { subcategory: "Bowl", material: "Mango wood", minPrice: "500", sortOption: "Featured" },
      },
      {
        name: "material",
        label: "Mango wood",
        without: { subcategory: "Bowl", material: "Teak wood", minPrice: "500", sortOption: "Featured" },
      },
      {
        name: "price",
        label: "From ₹500.00 before GST",
        without: { subcategory: "Bowl", material: "Teak wood,Mango wood", sortOption: "Featured" },
      },
      {
        name: "sort",
        label: "Featured",
        without: { subcategory: "Bowl", material: "Teak wood,Mango wood", minPrice: "500" },
      },
    ]);
  });
});

test("applying filters writes only the chosen filters to the URL and returns to page 1", () => {
  const range = { minPrice: 50_000, maxPrice: null };
  expect(
    applyFilters(
      { subcategory: "Tray", page: 4 },
      { materials: ["Teak wood"], ...range, sorting: "priceAscending", kinds: [], inStock: false },
    ),
  ).toEqual({ subcategory: "Tray", material: "Teak wood", minPrice: "500", sortOption: "Price low to high" });
  const open = { minPrice: null, maxPrice: null };
  const none = { materials: [], ...open, sorting: "latest" as const, kinds: [], inStock: false };
  expect(applyFilters({ material: "Teak wood", kind: "Tray", inStock: "1" }, none)).toEqual({});
});

test.each(["abc", "-5", "1e3", "12.345", "NaN", "Infinity", "0x10", "12,50", "9999999999"])(
  "the price filter refuses the price %s",
  (value) => {
    expect(readPriceRange(value, "")).toEqual({ message: priceMessages.invalid, field: "minPrice" });
    expect(readPriceRange("", value)).toEqual({ message: priceMessages.invalid, field: "maxPrice" });
  },
);

test("the price filter refuses a maximum price below the minimum price (§2.5, D38)", () => {
  expect(readPriceRange("1500", "1499.99")).toEqual({
    message: priceMessages.maxBelowMin,
    field: "maxPrice",
  });
  expect(readPriceRange("1500", "1500")).toEqual({ minPrice: 150_000, maxPrice: 150_000 });
});
