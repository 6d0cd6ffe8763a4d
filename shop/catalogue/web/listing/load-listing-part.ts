import type { Call } from "#contract/endpoint-call.ts";
import type { ListingQuery } from "#contract/links.ts";
import { toListCards } from "../../card.ts";
import { listByCategory } from "../../endpoints.ts";
import { readListing, selectProducts } from "../../filters.ts";
import { LISTING_PAGE_SIZE } from "../../listing-address.ts";
import { getProducts } from "../../listing.ts";
import type { ListingPart } from "./use-shown-parts.ts";

/** One page of a listing; of one that ends before it, the last. */
export async function loadListingPart(
  call: Call,
  query: ListingQuery,
  page: number,
  signal?: AbortSignal,
): Promise<ListingPart> {
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await call(
    listByCategory,
    { query: { ...texts, page: String(page), limit: String(LISTING_PAGE_SIZE) } },
    signal,
  );
  // Which kind and collection a product belongs to, the backend knows; it is chosen again by wood and price (§7).
  const chosen = { ...readListing(query), category: null, subcategory: null, collection: null };
  const products = selectProducts(getProducts(answer), chosen);
  const total = Math.max(answer.total, products.length);
  const lastPage = Math.max(1, Math.ceil(total / LISTING_PAGE_SIZE));
  return { cards: toListCards(products), page: Math.min(page, lastPage), total };
}
