import { toRupees } from "#contract/money.ts";
import { isSameText } from "#contract/text.ts";
import { type Sortable, sortProducts } from "./sorting.ts";
import type { Listing } from "./filters.ts";

interface Named {
  category: string;
  subcategory: string;
  collection?: string | undefined;
  materials: readonly string[];
}

/** The products of a listing, sorted. */
export const selectProducts = <P extends Named & Sortable>(products: readonly P[], listing: Listing): P[] =>
  sortProducts(
    products.filter((product) => isNamedIn(product, listing) && isPricedIn(product, listing)),
    listing.sorting,
  );

/** Whether a listing is of such products, whatever they cost. Texts match whole, ignoring case: 'Bowl' is not 'Fruit Bowl' (D34). */
export function isNamedIn(product: Named, listing: Listing): boolean {
  const { category, subcategory, collection, materials } = listing;
  return (
    (category === null || isSameText(product.category, category)) &&
    (subcategory === null || isSameText(product.subcategory, subcategory)) &&
    (collection === null || isSameText(product.collection ?? "", collection)) &&
    (materials.length === 0 ||
      materials.some((wood) => product.materials.some((own) => isSameText(own, wood))))
  );
}

const isPricedIn = ({ price }: { price: number }, { minPrice, maxPrice }: Listing): boolean =>
  (minPrice === null || price >= toRupees(minPrice)) && (maxPrice === null || price <= toRupees(maxPrice));
