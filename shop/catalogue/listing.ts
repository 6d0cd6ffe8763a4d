import { ApiError } from "#contract/errors.ts";
import type { ListingQuery } from "#contract/links.ts";
import { readFields, findList, readEntries, readNumber } from "#contract/read.ts";
import { toCard } from "./card.ts";
import type { Product } from "./product.ts";
import { parseProduct } from "./read-product.ts";

/** The pages with a product list. Their messages for the same failure differ (§8, D40). */
type ListPlace = "listing" | "home";

class ListError extends Error {}

const FAILED = "Failed to fetch products";
const CHECK_THE_API = `${FAILED}. Please check the API.`;

/**
 * Parses a product list (§7), which may be a bare array. Skips invalid products (D101). `data` is null if the list is
 * missing, or if all its products are invalid. Undefined if the body is not JSON.
 */
export function parseProductListing(body: unknown) {
  if (body === undefined) return undefined;
  const value = findList(body, "data");
  const products = readEntries(value, parseProduct);
  const data = value && (products.length > 0 || value.length === 0) ? products : null;
  const fields = readFields(body);
  return {
    data,
    total: readNumber(fields["total"]),
    close: readEntries(fields["close"], parseProduct).map(toCard),
    /** The counts that the filters show; null if the backend does not send them (D101). */
    facets: parseFacets(fields["facets"]),
    /** False if the query contains no search, or if the backend cannot search (D101). */
    isSearched: typeof fields["searched"] === "string",
  };
}

export interface Facets {
  kinds: { name: string; count: number }[];
  inStock: number;
}

function parseFacets(value: unknown): Facets | null {
  const { kinds, inStock } = readFields(value);
  if (!Array.isArray(kinds)) return null;
  return {
    kinds: readEntries(kinds, (entry) => {
      const { name, count } = readFields(entry);
      return typeof name === "string" && name !== "" ? { name, count: readNumber(count) } : null;
    }),
    inStock: readNumber(inStock),
  };
}

/** @throws ListError if the response contains no valid list (D40) */
export function getProducts({ data }: { data: Product[] | null }): Product[] {
  if (data === null) throw new ListError(CHECK_THE_API);
  return data;
}

export function describeListFailure(cause: unknown, place: ListPlace): string {
  if (!(cause instanceof ApiError) || cause.status === 0) {
    return cause instanceof Error && cause.message ? cause.message : CHECK_THE_API;
  }
  if (cause.code === "unsuccessful" && place === "listing" && cause.spoken) {
    return `${FAILED}: ${cause.message}`;
  }
  if (cause.code === "unsuccessful" || cause.code === "not_json") return CHECK_THE_API;
  return place === "home" ? `${FAILED}. Status: ${cause.status}` : FAILED;
}

export const getEmptyListText = (query: ListingQuery): string =>
  query.category || query.subcategory || query.collection
    ? "No products available in this category."
    : "No products available";

export const listMessages = {
  loading: "Loading products...",
  errorMark: "Error: ",
} as const;

/** The number of products shown before a click on 'View All' (§2.4, D42). */
export const NEWLY_LAUNCHED = 8;
/** The number of products shown before a click on 'View All' on screens up to 430 px wide (§2.4, D42). */
export const NEWLY_LAUNCHED_NARROW = 4;

export const newlyLaunched = {
  heading: "Newly Launched",
  subtitle: "Newly launched handcrafted wooden kitchenware, sustainably made for modern kitchens.",
  showAll: "View All",
  showLess: "Show Less",
} as const;
