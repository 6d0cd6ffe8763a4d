import { ApiError } from "#contract/errors.ts";
import { readFields, findList, readEntries, readNumber } from "#contract/read.ts";
import { type ProductCard, toCard } from "./card.ts";
import type { Product } from "./product.ts";
import { parseProduct } from "./read-product.ts";

/** The two places that show lists, with different messages for the same failures (§8, D40). */
type ListPlace = "listing" | "home";

/** The error of a list that cannot be shown; its message is for shoppers. */
class ListError extends Error {}

const FAILED = "Failed to fetch products";
const CHECK_THE_API = `${FAILED}. Please check the API.`;

/** Reads a list of products (§7); null if it is missing or contains no product. */
interface ProductListing {
  data: Product[] | null;
  /** Number of products in the full selection; 0 if unknown. */
  total: number;
  /** The best products of a search that lack some of the words. */
  close: ProductCard[];
  /** Null if the backend does not count them (D101). */
  facets: Facets | null;
  /** True if the backend has searched; one that has only the calls of §7 does not (D101). */
  isSearched: boolean;
}

/** Reads the response of a product list, also if it is a bare list. Skips invalid products (D101). */
export function parseProductListing(body: unknown): ProductListing | undefined {
  if (body === undefined) return undefined;
  const value = findList(body, "data");
  const products = readEntries(value, parseProduct);
  const data = value && (products.length > 0 || value.length === 0) ? products : null;
  const fields = readFields(body);
  return {
    data,
    total: readNumber(fields["total"]),
    close: parseCards(fields["close"]),
    facets: parseFacets(fields["facets"]),
    isSearched: typeof fields["searched"] === "string",
  };
}

/** The number of products of each kind in a list, and of those in stock. */
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

/** Reads the cards of an optional list; an invalid list is empty. */
export const parseCards = (value: unknown): ProductCard[] =>
  readEntries(Array.isArray(value) ? value : [], (entry) => {
    const product = parseProduct(entry);
    return product && toCard(product);
  });

/** Returns the products of a list. @throws ListError if the response is not a list (D40) */
export function getProducts({ data }: Pick<ProductListing, "data">): Product[] {
  if (data === null) throw new ListError(CHECK_THE_API);
  return data;
}

/**
 * Returns the message of a failed list call. Some statuses have their own sentence; other errors use their message
 * (§8).
 */
export function describeListFailure(cause: unknown, place: ListPlace): string {
  if (!(cause instanceof ApiError) || cause.status === 0) {
    return cause instanceof Error && cause.message ? cause.message : CHECK_THE_API;
  }
  if (cause.code === "unsuccessful" && place === "listing" && cause.spoken) {
    return `${FAILED}: ${cause.message}`;
  }
  // The response is a success without a list.
  if (cause.code === "unsuccessful" || cause.code === "not_json") return CHECK_THE_API;
  return place === "home" ? `${FAILED}. Status: ${cause.status}` : FAILED;
}

/** The text of an empty list: 'No products available', with 'in this category.' if it was filtered (D39). */
export const getEmptyListText = (query: {
  category?: string;
  subcategory?: string;
  collection?: string;
}): string =>
  query.category || query.subcategory || query.collection
    ? "No products available in this category."
    : "No products available";

export const listMessages = {
  loading: "Loading products...",
  /** The prefix of the message on the home page, after the warning sign (D40). */
  errorMark: "Error: ",
} as const;

/**
 * Number of products in Newly Launched before 'View All', on wide screens and on screens of 430 px or less (§2.4, D42).
 */
export const NEWLY_LAUNCHED = 8;
export const NEWLY_LAUNCHED_NARROW = 4;

export const newlyLaunched = {
  heading: "Newly Launched",
  subtitle: "Newly launched handcrafted wooden kitchenware, sustainably made for modern kitchens.",
  showAll: "View All",
  showLess: "Show Less",
} as const;
