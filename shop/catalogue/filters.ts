import * as v from "valibot";
import type { ListingQuery } from "#contract/links.ts";
import { fromRupees, type Paise, rupees, toRupees } from "#contract/money.ts";
import { sameText } from "#contract/text.ts";
import {
  DEFAULT_SORTING,
  parseSorting,
  type Sorting,
  sortingLabel,
  type Sortable,
  sortProducts,
} from "./sorting.ts";

/** The woods of the filter (§9). */
export const materialOptions = ["Acacia wood", "Teak wood", "Mango wood"] as const;

/** What the address of the listing may ask for (§2.5). */
export const listingParameterNames = [
  "category",
  "subcategory",
  "collection",
  "material",
  "minPrice",
  "maxPrice",
  "sortOption",
] as const satisfies (keyof ListingQuery)[];

/** A parameter that stands twice in the address counts as its last. */
const parameter = v.optional(
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((given) => (typeof given === "string" ? given : (given.at(-1) ?? ""))),
  ),
);

/** The listing's query, as it stands in the address of the page and of the call. */
export const listingParameters = v.entriesFromList(listingParameterNames, parameter);

/** What a listing shows. Bounds are paise, null is open; prices are those before tax (§5, D35). */
export interface Listing {
  category: string | null;
  subcategory: string | null;
  collection: string | null;
  /** Any of these woods. */
  materials: string[];
  minPrice: Paise | null;
  maxPrice: Paise | null;
  sorting: Sorting;
}

/** Reads the query of the address. Several woods are separated by commas; price nonsense is left out (D38). */
export function readListing(query: Given<ListingQuery>): Listing {
  const range = readPriceRange(query.minPrice, query.maxPrice);
  return {
    category: textOrNull(query.category),
    subcategory: textOrNull(query.subcategory),
    collection: textOrNull(query.collection),
    materials: readWoods(query.material),
    minPrice: "whyNot" in range ? null : range.minPrice,
    maxPrice: "whyNot" in range ? null : range.maxPrice,
    sorting: parseSorting(query.sortOption),
  };
}

/** Each wood once, as the filter writes it and in its order; others after them. */
function readWoods(given: string | undefined): string[] {
  const asked = new Map(
    (given ?? "")
      .split(",")
      .map((wood) => wood.trim())
      .filter(Boolean)
      .map((wood) => [wood.toLowerCase(), wood]),
  );
  const offered = materialOptions.filter((wood) => asked.delete(wood.toLowerCase()));
  return [...offered, ...[...asked.values()].toSorted()];
}

/** A parsed query says undefined where nothing was asked. */
type Given<Query> = { [Name in keyof Query]: Query[Name] | undefined };

export type PriceRange = { minPrice: Paise | null; maxPrice: Paise | null };

/** The two price inputs, in rupees, or the sentence that says why they cannot be applied (D38). Empty is open. */
export function readPriceRange(
  min: string | number | null | undefined,
  max: string | number | null | undefined,
): PriceRange | { whyNot: string; field: "minPrice" | "maxPrice" } {
  const minPrice = readBound(min);
  const maxPrice = readBound(max);
  if (minPrice === "nonsense") return { whyNot: priceMessages.nonsense, field: "minPrice" };
  if (maxPrice === "nonsense") return { whyNot: priceMessages.nonsense, field: "maxPrice" };
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
    return { whyNot: priceMessages.turnedAround, field: "maxPrice" };
  }
  return { minPrice, maxPrice };
}

export const priceMessages = {
  nonsense: "Please write a price in rupees, such as 1500.",
  turnedAround: "The highest price is below the lowest. Please turn them around.",
} as const;

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

/** A filter that is on, as a tag; following `without` takes it off (§2.5). */
export interface FilterTag {
  name: "material" | "price" | "sort";
  label: string;
  without: ListingQuery;
}

/** The tags above the grid: woods, price range, sorting, each only when it is set. Removing one starts at page 1. */
export function filterTags({ page: _page, ...query }: ListingQuery): FilterTag[] {
  const { materials, minPrice, maxPrice, sorting } = readListing(query);
  const tags: FilterTag[] = materials.map((material) => ({
    name: "material",
    label: material,
    without: changed(query, { material: materials.filter((other) => other !== material).join(",") }),
  }));
  const range = priceRangeText({ minPrice, maxPrice });
  if (range)
    tags.push({ name: "price", label: range, without: changed(query, { minPrice: "", maxPrice: "" }) });
  if (sorting !== DEFAULT_SORTING) {
    tags.push({ name: "sort", label: sortingLabel(sorting), without: changed(query, { sortOption: "" }) });
  }
  return tags;
}

/** `₹500.00 to ₹1500.00`, `From ₹500.00`, `Up to ₹1500.00`; null when both are open. */
export function priceRangeText({ minPrice, maxPrice }: PriceRange): string | null {
  if (minPrice !== null && maxPrice !== null) return `${rupees(minPrice)} to ${rupees(maxPrice)}`;
  if (minPrice !== null) return `From ${rupees(minPrice)}`;
  return maxPrice === null ? null : `Up to ${rupees(maxPrice)}`;
}

/** The query after applying the filter bar; back to page 1, and nothing empty stays in the address. */
export function applyFilters(
  query: ListingQuery,
  chosen: { materials: readonly string[]; range: PriceRange; sorting: Sorting },
): ListingQuery {
  const { materials, range, sorting } = chosen;
  return changed(query, {
    material: materials.join(","),
    minPrice: range.minPrice === null ? "" : String(toRupees(range.minPrice)),
    maxPrice: range.maxPrice === null ? "" : String(toRupees(range.maxPrice)),
    sortOption: sorting === DEFAULT_SORTING ? "" : sortingLabel(sorting),
  });
}

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

function readBound(given: string | number | null | undefined): Paise | null | "nonsense" {
  const text = String(given ?? "").trim();
  if (text === "") return null;
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? (fromRupees(text) ?? "nonsense") : "nonsense";
}

/** The same query in its one form: what says nothing, or nonsense, is left out. */
export const plainQuery = (query: ListingQuery): ListingQuery => {
  const { materials, minPrice, maxPrice, sorting } = readListing(query);
  return applyFilters(query, { materials, range: { minPrice, maxPrice }, sorting });
};

function changed({ page: _page, ...query }: ListingQuery, change: ListingQuery): ListingQuery {
  return Object.fromEntries(Object.entries({ ...query, ...change }).filter(([, value]) => value !== ""));
}

const textOrNull = (given: string | undefined): string | null => given?.trim() || null;
