import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { getListingHead } from "../listing-head.ts";
import { buildNavigation, type Goods } from "./build-navigation.ts";

const demo = JSON.parse(readFileSync(resolveFromRoot("catalogue/products.json"), "utf8")) as Goods[];

const make = (category: string, subcategory: string, ...materials: string[]): Goods => ({
  category,
  subcategory,
  materials,
});

test("the sample products have exactly the menu of the specification (§2.2, D34)", () => {
  expect(buildNavigation(demo)).toBeNull();
  expect(buildNavigation([])).toBeNull();
});

test("plates and spoons are shown if there are such products, and kinds without products are hidden", () => {
  const goods = [
    make("Tableware", "Plate", "Clay"),
    make("Serveware", "bowl", "Teak wood"),
    make("Cutlery", "Spoon", "Teak wood"),
    make("Cutlery", "Fork", "Brass"),
  ];
  expect(buildNavigation(goods)).toEqual({
    menu: [
      { name: "Serveware", subcategories: ["Bowl"] },
      { name: "Tableware", subcategories: ["Plate"] },
      { name: "Cutlery", subcategories: ["Fork", "Spoon"] },
    ],
    search: ["Bowl", "Fork", "Plate", "Spoon"],
    materials: ["Teak wood", "Brass", "Clay"],
  });
});

test("bowls of brass come with no words on wooden bowls, bowls of any wood do", () => {
  const heading = (material: string) => {
    const navigation = buildNavigation([make("Serveware", "Bowl", material)]) ?? undefined;
    return getListingHead({ subcategory: "bowl" }, { subcategory: "Bowl" }, navigation).title;
  };
  expect(heading("Brass")).toBe("Bowl");
  expect(heading("Neem wood")).toBe("Wooden Bowls");
});

test("an additional kind in a shop of wooden goods follows the standard ones of its category", () => {
  const navigation = buildNavigation([...demo, make("Kitchenware", "Spoon", "Neem wood")]);
  expect(navigation?.menu[1]).toEqual({
    name: "Kitchenware",
    subcategories: ["Chopping Board", "Tissue Holder", "Spoon"],
  });
  expect(navigation?.search.at(-1)).toBe("Spoon");
  expect(navigation?.materials.at(-1)).toBe("Neem wood");
});

test("the owner's menu is shown unchanged, without the default texts about wooden bowls", () => {
  const menu = [{ name: "For tea", subcategories: ["Cup", "Pot"] }];
  const pages = [
    { title: "Clay for every day", heading: "All our clay", description: "Thrown in Khurja." },
    { subcategory: "Cup", title: "Cups", heading: "Cups without handles", description: "For both hands." },
  ];
  const navigation = buildNavigation([make("For tea", "Cup", "Clay")], { menu, pages }) ?? undefined;
  expect(navigation).toMatchObject({ menu, search: ["Cup"], isOwn: true });
  expect(getListingHead({}, {}, navigation).heading).toBe("All our clay");
  expect(getListingHead({ subcategory: "cup" }, {}, navigation).heading).toBe("Cups without handles");
  const pots = getListingHead({ subcategory: "pot" }, { subcategory: "Pot" }, navigation);
  expect(pots).toEqual({
    title: "Pot",
    heading: "Pot",
    description: "Pot, made by hand, one piece at a time.",
  });
  expect(getListingHead({ subcategory: "bowl" }, {}, navigation).description).not.toContain("wood");
});
