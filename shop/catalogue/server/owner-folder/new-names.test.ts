import { expect, test } from "vitest";
import { type KnownNames, listNewNames } from "./new-names.ts";
import type { ProductList } from "./product-file.ts";

const known: KnownNames = {
  category: ["Serveware", "Tableware"],
  subcategory: ["Chopping Board", "Tray", "Box", "Bowl"],
  materials: ["Teak wood", "Acacia wood"],
};

type Names = [category: string, subcategory: string, ...materials: string[]];

const list = (...products: Names[]) =>
  ({
    file: "goods.csv",
    products: products.map(([category, subcategory, ...materials]) => ({ category, subcategory, materials })),
  }) as unknown as ProductList;

const findNew = (...products: Names[]) =>
  listNewNames(list(...products), known).map(({ field, message }) => `${field}: ${message}`);

test("an import does not report a new name that differs from an existing name only in capital letters and spaces", () => {
  expect(findNew(["serveware", " TRAY", "teak Wood"], ["Tableware", "Box", "Acacia wood"])).toEqual([]);
});

test("an import reports each new category, subcategory and wood, with a similar name from the shop or the imported list if there is one", () => {
  expect(
    findNew(
      ["Servewear", "Chooping Board", "Teak"],
      ["Tableware", "Trays", "Neem wood"],
      ["Tableware", "Cake Stand", "Acasia wood"],
      ["Tableware", "Cake Stands", "Brass"],
      ["Tableware", "Bow", "Brass"],
    ),
  ).toEqual([
    'category: "Servewear" (similar to "Serveware") is new in the shop. Check the spelling.',
    'subcategory: "Chooping Board" (similar to "Chopping Board"), "Trays" (similar to "Tray"), "Cake Stands" (similar to "Cake Stand"), "Cake Stand", "Bow" are new in the shop. Check the spelling.',
    'materials: "Teak" (similar to "Teak wood"), "Acasia wood" (similar to "Acacia wood"), "Neem wood", "Brass" are new in the shop. Check the spelling.',
  ]);
});

test("an import reports at most 20 new names, first those that are similar to other names", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  const [text = ""] = findNew(
    ...letters.map((letter): Names => ["Serveware", letter.repeat(9), "Teak wood"]),
    ["Serveware", "Chopping Bord", "Teak wood"],
  );
  expect(text).toMatch(
    /^subcategory: "Chopping Bord" \(similar to "Chopping Board"\), "aaaaaaaaa", .* and 7 more are new/,
  );
});
