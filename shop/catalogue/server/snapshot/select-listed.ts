import type { Listing } from "../../filters.ts";
import { createListingFilter } from "../../select-products.ts";
import type { ListedProduct } from "./listed-product.ts";
import type { ListedProducts } from "./listed-products.ts";

/** From which of the chosen to which: the first is 0. */
export interface Span {
  from: number;
  to: number;
}

/** A span of the products of a listing, by the rules of `selectProducts`, and how many they are in all. */
export function selectListed(
  products: ListedProducts,
  listing: Listing,
  { from, to }: Span,
): { listed: ListedProduct[]; total: number } {
  const ordered = products.listBy(listing.sorting);
  const isInListing = createListingFilter(listing);
  if (!isInListing) return { listed: ordered.slice(from, to), total: ordered.length };
  const listed: ListedProduct[] = [];
  let total = 0;
  for (const product of ordered) {
    if (!isInListing(product)) continue;
    if (total >= from && total < to) listed.push(product);
    total++;
  }
  return { listed, total };
}
