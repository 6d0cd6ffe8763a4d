import { isSameText } from "#contract/text.ts";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { type FilterableProduct, isWood, materialOptions } from "../filters.ts";
import { menuCategories, searchList } from "../subcategories.ts";
import type { MenuInFile } from "./owner-folder/home-content-files.ts";

/** The menus, the product types of the search and the woods of the specification (§2.2, §2.5). */
export const standardNavigation: Navigation = {
  menu: menuCategories,
  search: [...searchList],
  materials: [...materialOptions],
};

export type MenuProduct = Omit<FilterableProduct, "collection">;

/**
 * Builds the menus, the product types of the search and the woods. Menus and product types that the owner has not
 * chosen are built from the products: first the standard entries that have products (D34), then others from A to Z.
 * Returns null for the standard navigation. Also null if there are neither products nor menus of the owner.
 */
export function buildNavigation(
  products: readonly MenuProduct[],
  menuFile: MenuInFile = {},
): Navigation | null {
  if (products.length === 0 && !menuFile.menu) return null;
  const isSold = (kind: string) => products.some(({ subcategory }) => isSameText(subcategory, kind));
  const newKinds = listNew(
    products.map(({ subcategory }) => subcategory),
    [...searchList, ...menuCategories.flatMap(({ subcategories }) => subcategories)],
  );
  const materials = arrangeMaterials(products.flatMap((each) => each.materials));
  const navigation: Navigation = {
    menu:
      menuFile.menu?.map((entry) => ({
        ...entry,
        ...(isNoCategory(entry, products) && { isNoCategory: true as const }),
      })) ?? arrangeMenu(products, newKinds),
    search: menuFile.search ?? [...searchList.filter(isSold), ...newKinds],
    materials,
    ...(menuFile.pages && { pages: menuFile.pages }),
    ...((menuFile.menu || !searchList.some(isSold) || !materials.some(isWood)) && { isOwn: true as const }),
  };
  return JSON.stringify(navigation) === JSON.stringify(standardNavigation) ? null : navigation;
}

/**
 * True if a menu entry is probably not named after a category. It then has a subcategory whose products are all in
 * categories with other names.
 */
const isNoCategory = (
  { name, subcategories }: Navigation["menu"][number],
  products: readonly MenuProduct[],
): boolean =>
  subcategories.some((kind) => {
    const sold = products.filter(({ subcategory }) => isSameText(subcategory, kind));
    return sold.length > 0 && !sold.some(({ category }) => isSameText(category, name));
  });

const toPlain = (name: string): string => name.trim().toLowerCase();

const listNew = (names: readonly string[], existing: readonly string[]): string[] => {
  const added = new Map(names.map((name) => [toPlain(name), name.trim()]));
  for (const name of existing) added.delete(toPlain(name));
  return [...added.values()].toSorted((one, other) => one.localeCompare(other, "en"));
};

/** Lists the categories with products, and their subcategories except those that only `searchList` has. */
function arrangeMenu(products: readonly MenuProduct[], newKinds: readonly string[]): Navigation["menu"] {
  const names = [
    ...menuCategories.map(({ name }) => name),
    ...listNew(
      products.map(({ category }) => category),
      menuCategories.map(({ name }) => name),
    ),
  ];
  const standardKinds = menuCategories.flatMap(({ subcategories }) => subcategories);
  // A category is kept even if all its subcategories are only in `searchList`, such as Cheese Board.
  const usedNames = names.filter((name) => products.some(({ category }) => isSameText(category, name)));
  return usedNames.map((name) => {
    const ownKinds = menuCategories.find((category) => category.name === name)?.subcategories ?? [];
    const kinds = new Set([...ownKinds, ...standardKinds, ...newKinds]);
    const isSoldHere = (kind: string) =>
      products.some((product) => isSameText(product.subcategory, kind) && isSameText(product.category, name));
    return { name, subcategories: [...kinds].filter(isSoldHere) };
  });
}

const arrangeMaterials = (used: readonly string[]): string[] => [
  ...materialOptions.filter((wood) => used.some((usedWood) => isSameText(usedWood, wood))),
  ...listNew(used, materialOptions),
];
