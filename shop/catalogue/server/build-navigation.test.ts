import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { getListingHead } from "../listing-head.ts";
import { buildNavigation, type MenuProduct } from "./build-navigation.ts";

const demo = JSON.parse(readFileSync(resolveFromRoot("catalogue/products.json"), "utf8")) as MenuProduct[];

const make = (category: string, subcategory: string, ...materials: string[]): MenuProduct => ({
  category,
  subcategory,
  materials,
});

test("the menu of the sample products is exactly the menu in the specification (§2.2, D34)", () => {
  expect(buildNavigation(demo)).toBeNull();
  expect(buildNavigation([])).toBeNull();
});

test("the heading 'Wooden Bowls' is used for bowls of wood, and not for bowls of brass", () => {
  const heading = (material: string) => {
    const navigation = buildNavigation([make("Serveware", "Bowl", material)]) ?? undefined;
    return getListingHead({ subcategory: "bowl" }, { subcategory: "Bowl" }, navigation).title;
  };
  expect(heading("Brass")).toBe("Bowl");
  expect(heading("Neem wood")).toBe("Wooden Bowls");
});

test("an automatic menu lists a product type only in the categories that sell it, so that no link opens an empty list (D34)", () => {
  const products = [
    make("Tableware", "Bowl"),
    make("Kitchenware", "Chopping Board"),
    make("Kitchenware", "Cheese Board"),
    make("Gifts", "Tray"),
    make("Serveware", "Tray"),
    make("Serveware", "Jar"),
    make("Boards", "Cheese Board"),
  ];
  expect(buildNavigation(products)?.menu).toEqual([
    { name: "Serveware", subcategories: ["Tray", "Jar"] },
    { name: "Kitchenware", subcategories: ["Chopping Board"] },
    { name: "Tableware", subcategories: ["Bowl"] },
    { name: "Boards", subcategories: [] },
    { name: "Gifts", subcategories: ["Tray"] },
  ]);
});

test("a menu named after a category does not link to the category if it lists a product type that only other categories sell", () => {
  const products = [make("Serveware", "Bowl"), make("Kitchenware", "Jar"), make("Tableware", "Jar")];
  const isMarked = (name: string, ...subcategories: string[]) =>
    buildNavigation(products, { menu: [{ name, subcategories }] })?.menu[0]?.isNoCategory ?? false;
  expect(isMarked("serveware", "Bowl", "Tray")).toBe(false);
  expect(isMarked("Tableware", "Jar")).toBe(false);
  expect(isMarked("For children", "Bowl")).toBe(true);
  expect(isMarked("Serveware", "Bowl", "Jar")).toBe(true);
});
