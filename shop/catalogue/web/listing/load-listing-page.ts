import type { Call } from "#contract/endpoint-call.ts";
import type { ListingQuery } from "#contract/links.ts";
import { type ProductCard, toListCards } from "../../card.ts";
import { listByCategory } from "../../endpoints.ts";
import { readListing, selectProducts } from "../../filters.ts";
import type { Product } from "../../product.ts";
import { splitIntoWords } from "../../search.ts";
import { LISTING_PAGE_SIZE } from "../../listing-address.ts";
import { type Facets, getProducts } from "../../listing.ts";

export interface ListingPage {
  cards: ProductCard[];
  page: number;
  total: number;
  close: ProductCard[];
  facets: Facets | null;
}

/** Loads a page of the listing, or its last page if `page` is too high. */
export async function loadListingPage(
  call: Call,
  query: ListingQuery,
  page: number,
  signal?: AbortSignal,
): Promise<ListingPage> {
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await call(
    listByCategory,
    { query: { ...texts, page: String(page), limit: String(LISTING_PAGE_SIZE) } },
    signal,
  );
  // Applies the filters to the response again, as §7 requires, except category, subcategory and collection.
  const chosen = { ...readListing(query), category: null, subcategory: null, collection: null };
  const selected = selectProducts(getProducts(response), chosen);
  // A backend with only the calls of §7 does not search, so this function does (D101).
  const text = response.isSearched ? null : chosen.search;
  const products = text === null ? selected : selected.filter((product) => hasWords(product, text));
  const total = text === null ? Math.max(response.total, products.length) : products.length;
  const lastPage = Math.max(1, Math.ceil(total / LISTING_PAGE_SIZE));
  if (page > lastPage && products.length === 0 && total > 0)
    return loadListingPage(call, query, lastPage, signal);
  const { close, facets } = response;
  return { cards: toListCards(products), page: Math.min(page, lastPage), total, close, facets };
}

function hasWords(product: Product, text: string): boolean {
  const { title, category, subcategory, collection = "", materials } = product;
  const names = [title, category, subcategory, collection, ...materials].join(" ");
  const productText = splitIntoWords(names).join(" ");
  return splitIntoWords(text).every((word) => productText.includes(word));
}
