import { isSameText } from "#contract/text.ts";
import { materialOptions } from "../../filters.ts";
import { menuCategories, searchList } from "../../subcategories.ts";

interface OnSale {
  price: number;
  category: string;
  subcategory: string;
  materials: readonly string[];
}

const categories = menuCategories.map(({ name }) => name);

const subcategories = [
  ...new Set([...menuCategories.flatMap((menu) => [...menu.subcategories]), ...searchList]),
];

/** What these warnings are about. */
export const saleFields: readonly string[] = ["price", "category", "subcategory", "materials"];

/** What can be sold, but hardly as the owner means it: for nothing, or where no menu and no filter leads. */
export function* listSaleWarnings({
  price,
  category,
  subcategory,
  materials,
}: OnSale): Generator<[field: string, message: string]> {
  if (price === 0) yield ["price", "is 0: anyone can order it for nothing."];
  if (!isAmong(categories, category))
    yield ["category", `"${category}" is not in the menu, which has ${categories.join(", ")}.`];
  if (!isAmong(subcategories, subcategory))
    yield ["subcategory", `"${subcategory}" is not in the menus, which have ${subcategories.join(", ")}.`];
  for (const wood of materials)
    if (!isAmong(materialOptions, wood))
      yield ["materials", `"${wood}" is no wood of the filter, which has ${materialOptions.join(", ")}.`];
}

const isAmong = (known: readonly string[], given: string): boolean =>
  known.some((one) => isSameText(one, given));
