import { toRupees } from "#contract/money.ts";
import { isSameText } from "#contract/text.ts";
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
    products.filter((product) => isInListing(product, listing)),
    listing.sorting,
  );

function isInListing(product: Selectable, listing: Listing): boolean {
  const { category, subcategory, collection, materials, minPrice, maxPrice } = listing;
  return (
    (category === null || isSameText(product.category, category)) &&
    (subcategory === null || isSameText(product.subcategory, subcategory)) &&
    (collection === null || isSameText(product.collection ?? "", collection)) &&
    (materials.length === 0 ||
      materials.some((wood) => product.materials.some((own) => isSameText(own, wood)))) &&
    (minPrice === null || product.price >= toRupees(minPrice)) &&
    (maxPrice === null || product.price <= toRupees(maxPrice))
  );
}
