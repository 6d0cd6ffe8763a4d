import { toRupees } from "#contract/money.ts";
import { sameText } from "#contract/text.ts";
import { type Sortable, sortProducts } from "./sorting.ts";
import type { Listing } from "./filters.ts";

interface Selectable extends Sortable {
  category: string;
  subcategory: string;
  collection?: string | undefined;
  materials: readonly string[];
}

/** The products of a listing, sorted. Texts match whole, ignoring case: 'Bowl' is not 'Fruit Bowl' (D34). */
export const selectProducts = <P extends Selectable>(products: readonly P[], listing: Listing): P[] =>
  sortProducts(
    products.filter((product) => belongs(product, listing)),
    listing.sorting,
  );

function belongs(product: Selectable, listing: Listing): boolean {
  const { category, subcategory, collection, materials, minPrice, maxPrice } = listing;
  return (
    (category === null || sameText(product.category, category)) &&
    (subcategory === null || sameText(product.subcategory, subcategory)) &&
    (collection === null || sameText(product.collection ?? "", collection)) &&
    (materials.length === 0 ||
      materials.some((wood) => product.materials.some((own) => sameText(own, wood)))) &&
    (minPrice === null || product.price >= toRupees(minPrice)) &&
    (maxPrice === null || product.price <= toRupees(maxPrice))
  );
}
