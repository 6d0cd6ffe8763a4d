import { ApiError } from "#contract/errors.ts";
import { type Product, productFrom } from "./product.ts";

/** The two places that show lists; they put the same failures in different words (§8, D40). */
export type ListPlace = "listing" | "home";

/** A list that could not be shown; its message is the sentence for people. */
export class ListError extends Error {}

const FAILED = "Failed to fetch products";
const CHECK_THE_API = `${FAILED}. Please check the API.`;

/** The products of a list answer. @throws ListError when the answer says no or is not shaped like a list (D40). */
export function productsOf(answer: unknown, place: ListPlace): Product[] {
  const { success, message, data } = (answer ?? {}) as {
    success?: unknown;
    message?: unknown;
    data?: unknown;
  };
  if (success === false && place === "listing" && typeof message === "string") {
    throw new ListError(`${FAILED}: ${message}`);
  }
  const products = Array.isArray(data) ? data.map(productFrom) : [null];
  if (success === false || !products.every((product) => product !== null)) throw new ListError(CHECK_THE_API);
  return products;
}

/** What to say when a list call failed. A status has its own sentence; any other error speaks for itself (§8). */
export function whyNoList(cause: unknown, place: ListPlace): string {
  // Answered, but not with JSON.
  if (cause instanceof ApiError && cause.code === "not_json") return CHECK_THE_API;
  if (cause instanceof ApiError && cause.status > 0) {
    return place === "home" ? `${FAILED}. Status: ${cause.status}` : FAILED;
  }
  return cause instanceof Error && cause.message ? cause.message : CHECK_THE_API;
}

/** 'No products available', and where it was narrowed down 'in this category.' (D39). */
export const emptyListText = (query: {
  category?: string;
  subcategory?: string;
  collection?: string;
}): string =>
  query.category || query.subcategory || query.collection
    ? "No products available in this category."
    : "No products available";

export const listSentences = {
  loading: "Loading products...",
  /** Stands before the message on the home page, after the warning mark (D40). */
  errorMark: "Error: ",
} as const;

/** Newly Launched shows this many before 'View All', and this many on screens of 430 px or less (§2.4, D42). */
export const NEWLY_LAUNCHED = 8;
export const NEWLY_LAUNCHED_NARROW = 4;

export const newlyLaunched = {
  heading: "Newly Launched",
  subtitle: "Newly launched handcrafted wooden kitchenware, sustainably made for modern kitchens.",
  showAll: "View All",
  showLess: "Show Less",
} as const;
