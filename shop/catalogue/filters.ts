import type { ListingQuery } from "#contract/links.ts";
import { type Paise, toRupees } from "#contract/money.ts";
import { DEFAULT_SORTING, parseSorting, type Sorting, getSortingLabel } from "./sorting.ts";
import { type Given, type PriceRange, readPriceRange } from "./price-range.ts";

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
    category: toTextOrNull(query.category),
    subcategory: toTextOrNull(query.subcategory),
    collection: toTextOrNull(query.collection),
    materials: readWoods(query.material),
    minPrice: "whyNot" in range ? null : range.minPrice,
    maxPrice: "whyNot" in range ? null : range.maxPrice,
    sorting: parseSorting(query.sortOption),
  };
}

/** Each wood once, as the filter writes it and in its order; others after them. */
function readWoods(given: string | undefined): string[] {
  const requested = new Map(
    (given ?? "")
      .split(",")
      .map((wood) => wood.trim())
      .filter(Boolean)
      .map((wood) => [wood.toLowerCase(), wood]),
  );
  const offered = materialOptions.filter((wood) => requested.delete(wood.toLowerCase()));
  return [...offered, ...[...requested.values()].toSorted()];
}

/** The query after applying the filter bar; back to page 1, and nothing empty stays in the address. */
export function applyFilters(
  query: ListingQuery,
  chosen: { materials: readonly string[]; range: PriceRange; sorting: Sorting },
): ListingQuery {
  const { materials, range, sorting } = chosen;
  return changeQuery(query, {
    material: materials.join(","),
    minPrice: range.minPrice === null ? "" : String(toRupees(range.minPrice)),
    maxPrice: range.maxPrice === null ? "" : String(toRupees(range.maxPrice)),
    sortOption: sorting === DEFAULT_SORTING ? "" : getSortingLabel(sorting),
  });
}

/** The same query in its one form: what says nothing, or nonsense, is left out. */
export const toPlainQuery = (query: ListingQuery): ListingQuery => {
  const { materials, minPrice, maxPrice, sorting } = readListing(query);
  return applyFilters(query, { materials, range: { minPrice, maxPrice }, sorting });
};

export function changeQuery({ page: _page, ...query }: ListingQuery, change: ListingQuery): ListingQuery {
  return Object.fromEntries(Object.entries({ ...query, ...change }).filter(([, value]) => value !== ""));
}

/** The query without its filters; the order stays. */
export const removeFilters = (query: ListingQuery): ListingQuery =>
  changeQuery(query, { material: "", minPrice: "", maxPrice: "" });

const toTextOrNull = (given: string | undefined): string | null => given?.trim() || null;
