import { expect, test } from "vitest";
import { FOUND_AT_MOST, searchText } from "../../search.ts";
import { createSearchIndex, type SearchTexts } from "./search-index.ts";

const piece = (title: string, subcategory: string, wood = "Acacia wood") => ({
  title,
  subcategory,
  materials: [wood],
});

const products = [
  piece("Aranya Acacia Serving Tray with Brass Handles", "Tray"),
  piece("Teak Everyday Chopping Board", "Chopping Board", "Teak wood"),
  piece("Acacia End-Grain Butcher Board", "Chopping Board"),
  piece("Mango Salad Bowl, Large", "Bowl", "Mango wood"),
  piece("Kamal Lotus", "Fruit Bowl"),
  piece("Chakra Turntable", "Lazy Susan", "Mango wood"),
  piece("Jalebi Crème Dish", "Chip & Dip", "Teak wood"),
];

/** Searches products that came in this order. */
function searchProducts(list: readonly SearchTexts[], text: string): SearchTexts[] {
  const index = createSearchIndex((one: SearchTexts) => one);
  for (const product of list) index.replace(undefined, product);
  return index.search(text, (one, other) => list.indexOf(one) - list.indexOf(other));
}

const found = (text: string) => searchProducts(products, text).map(({ title }) => title);

test.each([
  ["the title", "butcher", "Acacia End-Grain Butcher Board"],
  ["a beginning", "bras", "Aranya Acacia Serving Tray with Brass Handles"],
  ["a part of a word", "table", "Chakra Turntable"],
  ["the subcategory", "lazy susan", "Chakra Turntable"],
  ["several words in any order", "large mango", "Mango Salad Bowl, Large"],
  ["capitals and spaces", "  BUTCHER   board ", "Acacia End-Grain Butcher Board"],
  ["signs between words", "end grain", "Acacia End-Grain Butcher Board"],
  ["letters without their accents", "creme", "Jalebi Crème Dish"],
])("finds by %s", (_, text, title) => {
  expect(found(text)[0]).toBe(title);
});

test("finds by the wood", () => {
  expect(found("teak wood")).toEqual(["Teak Everyday Chopping Board", "Jalebi Crème Dish"]);
});

test.each([
  ["a letter too few", "choping"],
  ["a letter too many", "choppping"],
  ["another letter", "chapping"],
  ["two letters turned around", "chopipng"],
  ["two slips in a long word", "evreyady"],
  ["a slip in a word that is not finished", "evrey"],
  ["the plural", "boards"],
])("forgives %s", (_, text) => {
  expect(found(text)).toContain("Teak Everyday Chopping Board");
});

test("every word must be found", () => {
  expect(found("mango tray")).toEqual([]);
  expect(found("bowl umbrella")).toEqual([]);
});

test("short words are not guessed at", () => {
  expect(found("tig")).toEqual([]);
  expect(found("b")).toEqual([]);
  expect(found("")).toEqual([]);
  expect(found("%&/")).toEqual([]);
});

test("what is in the title comes before what is only in the subcategory or the wood", () => {
  expect(found("bowl")).toEqual(["Mango Salad Bowl, Large", "Kamal Lotus"]);
  expect(found("acacia").at(-1)).toBe("Kamal Lotus");
});

test("equally good ones keep their order, and there are never more than fit (§2.2)", () => {
  const many = Array.from({ length: 20 }, (_, index) => piece(`Bowl ${index}`, "Bowl"));
  expect(searchProducts(many, "bowl").map(({ title }) => title)).toEqual(
    Array.from({ length: FOUND_AT_MOST }, (_, index) => `Bowl ${index}`),
  );
});

test("equal searches are equal texts", () => {
  expect(searchText("  Teak   TRAY ")).toBe("teak tray");
  expect(searchText("x".repeat(500)).length).toBe(60);
});

test("what has changed is found by its new words, and what is gone not at all", () => {
  const index = createSearchIndex((one: SearchTexts) => one);
  const find = (text: string) => index.search(text, () => 0).map(({ title }) => title);
  const [one, other] = [piece("Round Platter", "Platter"), piece("Oval Platter", "Platter")];
  index.replace(undefined, one);
  index.replace(undefined, other);
  const renamed = { ...one, title: "Square Board" };
  index.replace(one, renamed);
  index.replace(other, undefined);
  expect(find("round")).toEqual([]);
  expect(find("square platter")).toEqual(["Square Board"]);
  expect(find("oval")).toEqual([]);
  for (let time = 0; time < 1_100; time++) {
    const before = piece(`Dish ${time}`, "Dish");
    index.replace(undefined, before);
    index.replace(before, undefined);
  }
  expect(find("square")).toEqual(["Square Board"]);
  expect(find("dish")).toEqual([]);
});
