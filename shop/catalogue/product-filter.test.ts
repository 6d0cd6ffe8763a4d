import { expect, test } from "vitest";
import { defaultProductFilter, filterProducts, type ProductFilter } from "./product-filter.ts";

const tray = { title: "Savera Teak Tray", category: "Serveware", materials: ["Teak wood"], price: 2899 };
const bowl = { title: "Everyday Bowl", category: "Serveware", materials: ["Acacia wood"], price: 899 };
const products = [tray, bowl];

const passing = (change: Partial<ProductFilter>) =>
  filterProducts(products, { ...defaultProductFilter, ...change });

test("the default filter shows all products in the order 'default' (§2.5, D36)", () => {
  expect(defaultProductFilter).toEqual({
    selectedMaterials: [],
    selectedCategory: "",
    searchQuery: "",
    priceRange: { min: null, max: null },
    sortOption: "default",
  });
  expect(passing({})).toEqual(products);
});

test("the product filter compares materials and category exactly, unlike the filters in the URL (§2.5, D36)", () => {
  expect(passing({ selectedMaterials: ["Teak wood"] })).toEqual([tray]);
  expect(passing({ selectedMaterials: ["teak wood"] })).toEqual([]);
  expect(passing({ selectedCategory: "serveware" })).toEqual([]);
});

test("the price range applies only if both limits are set, and products at a limit match (§2.5, D36)", () => {
  expect(passing({ priceRange: { min: 1000, max: null } })).toEqual(products);
  expect(passing({ priceRange: { min: 899, max: 2000 } })).toEqual([bowl]);
  expect(passing({ priceRange: { min: 0, max: 898 } })).toEqual([]);
});

test("the search of the product filter looks in titles, ignoring case (§2.5, D36)", () => {
  expect(passing({ searchQuery: "TEAK" })).toEqual([tray]);
});
