import { LRUCache } from "lru-cache";
import { toRupees } from "#contract/money.ts";
import type { Listing } from "../../filters.ts";
import { isNamedIn } from "../../select-products.ts";
import type { ProductSummary } from "./product-summary.ts";
import type { ProductSummaries } from "./product-summaries.ts";

/** From which of the chosen to which: the first is 0. */
export interface Span {
  from: number;
  to: number;
}

/** A span of the products of a listing, by the rules of `selectProducts`, and how many they are in all. */
export function selectSummaries(
  products: ProductSummaries,
  listing: Listing,
  { from, to }: Span,
): { summaries: readonly ProductSummary[]; total: number } {
  const chosen = findChosen(products, listing);
  return { summaries: chosen.slice(from, to), total: chosen.length };
}

/** How many selections are in memory: a listing is asked for page by page, and counted before. */
const MOST_SELECTIONS = 8;

const recent = new WeakMap<
  ProductSummaries,
  LRUCache<string, { version: number; chosen: readonly ProductSummary[] }>
>();

function findChosen(products: ProductSummaries, listing: Listing): readonly ProductSummary[] {
  const selections = recent.get(products) ?? new LRUCache({ max: MOST_SELECTIONS });
  recent.set(products, selections);
  const key = JSON.stringify(listing);
  const known = selections.get(key);
  if (known?.version === products.version) return known.chosen;
  const chosen = choose(products, listing);
  selections.set(key, { version: products.version, chosen });
  return chosen;
}

/** Names are compared once for each kind: this goes through all products. */
function choose(products: ProductSummaries, listing: Listing): readonly ProductSummary[] {
  const ordered = products.listBy(listing.sorting);
  const kinds = new Set(products.kinds.filter((kind) => isNamedIn(kind, listing)));
  const isOfAnyKind = kinds.size === products.kinds.length;
  const { minPrice, maxPrice } = listing;
  const least = minPrice === null ? -Infinity : toRupees(minPrice);
  const most = maxPrice === null ? Infinity : toRupees(maxPrice);
  // A copy: the order itself is mended in place.
  if (isOfAnyKind && least === -Infinity && most === Infinity) return [...ordered];
  return ordered.filter(
    ({ kind, price }) => price >= least && price <= most && (isOfAnyKind || kinds.has(kind)),
  );
}
