import { isSameText } from "#contract/text.ts";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { isWood, materialOptions } from "../filters.ts";
import { menuCategories, searchList } from "../subcategories.ts";
import type { MenuInFile } from "./owner-folder/home-content-files.ts";

/** The menu of the specification (§2.2, §2.5). */
export const standardNavigation: Navigation = {
  menu: menuCategories,
  search: [...searchList],
  materials: [...materialOptions],
};

/** The names by which menus group a product. */
export interface Goods {
  category: string;
  subcategory: string;
  materials: readonly string[];
}

/**
 * Builds the menu for these goods: standard entries with products, in their order (D34), then other kinds in
 * alphabetical order. The owner's entries are used unchanged. Returns null for the standard menu.
 */
export function buildNavigation(goods: readonly Goods[], own: MenuInFile = {}): Navigation | null {
  if (goods.length === 0 && !own.menu) return null;
  const there = new Set(goods.map(({ subcategory }) => toPlain(subcategory)));
  const isThere = (kind: string) => there.has(toPlain(kind));
  const newKinds = listNew(
    goods.map(({ subcategory }) => subcategory),
    [...searchList, ...menuCategories.flatMap(({ subcategories }) => subcategories)],
  );
  const materials = arrangeMaterials(goods.flatMap((each) => each.materials));
  const navigation: Navigation = {
    menu: own.menu ?? arrangeMenu(goods, isThere, newKinds),
    search: own.search ?? [...searchList.filter(isThere), ...newKinds],
    materials,
    ...(own.pages && { pages: own.pages }),
    ...((own.menu || !searchList.some(isThere) || !materials.some(isWood)) && { isOwn: true as const }),
  };
  return JSON.stringify(navigation) === JSON.stringify(standardNavigation) ? null : navigation;
}

const toPlain = (name: string): string => name.trim().toLowerCase();

/** Returns each unknown name once. */
const listNew = (names: readonly string[], known: readonly string[]): string[] => {
  const found = new Map(names.map((name) => [toPlain(name), name.trim()]));
  for (const one of known) found.delete(toPlain(one));
  return [...found.values()].toSorted((one, other) => one.localeCompare(other, "en"));
};

function arrangeMenu(
  goods: readonly Goods[],
  isThere: (kind: string) => boolean,
  newKinds: readonly string[],
): Navigation["menu"] {
  const names = [
    ...menuCategories.map(({ name }) => name),
    ...listNew(
      goods.map(({ category }) => category),
      menuCategories.map(({ name }) => name),
    ),
  ];
  const entries = names.map((name) => {
    const standard = menuCategories.find((one) => one.name === name)?.subcategories ?? [];
    const fresh = newKinds.filter((kind) =>
      goods.some((one) => isSameText(one.subcategory, kind) && isSameText(one.category, name)),
    );
    return { name, subcategories: [...standard.filter(isThere), ...fresh] };
  });
  return entries.filter(
    ({ name, subcategories }) =>
      subcategories.length > 0 || goods.some(({ category }) => isSameText(category, name)),
  );
}

const arrangeMaterials = (used: readonly string[]): string[] => [
  ...materialOptions.filter((wood) => used.some((one) => isSameText(one, wood))),
  ...listNew(used, materialOptions),
];
