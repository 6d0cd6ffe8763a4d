import type { ListingQuery } from "#contract/links.ts";
import { type Paise, toRupees, fromRupees, formatRupees } from "#contract/money.ts";
import { isSameText } from "#contract/text.ts";
import { isSoldOut, type Stocked } from "#shop/inventory/stock.ts";
import { isSearch, trimSearch } from "./search.ts";
import {
  getDefaultSorting,
  getSortingLabel,
  parseSorting,
  type Sortable,
  type Sorting,
  sortProducts,
} from "./sorting.ts";

/** The default woods of the filter (§9). In a shop with other products, the filter offers their woods. */
export const materialOptions = ["Acacia wood", "Teak wood", "Mango wood"] as const;

export const isWood = (material: string): boolean => /\bwood\b/i.test(material);

export const listingParameterNames = [
  "category",
  "subcategory",
  "collection",
  "search",
  "material",
  "minPrice",
  "maxPrice",
  "sortOption",
  "kind",
  "inStock",
] as const satisfies (keyof ListingQuery)[];

/** The filters and the sorting of a listing. Prices are in paise before tax; null means no limit (§5, D35). */
export interface Listing {
  category: string | null;
  subcategory: string | null;
  collection: string | null;
  search: string | null;
  materials: string[];
  minPrice: Paise | null;
  maxPrice: Paise | null;
  sorting: Sorting;
  kinds: string[];
  inStock: boolean;
}

/**
 * Reads filters and sorting from the listing's URL. Ignores both prices if one is invalid, or if the minimum is above
 * the maximum (D38).
 */
export function readListing(query: ParsedQuery<ListingQuery>): Listing {
  const range = readPriceRange(query.minPrice, query.maxPrice);
  const search = query.search && isSearch(query.search) ? trimSearch(query.search) : null;
  return {
    category: toTextOrNull(query.category),
    subcategory: toTextOrNull(query.subcategory),
    collection: toTextOrNull(query.collection),
    search,
    materials: readWoods(query.material),
    minPrice: "message" in range ? null : range.minPrice,
    maxPrice: "message" in range ? null : range.maxPrice,
    sorting: parseSorting(query.sortOption, search),
    kinds: listOnce(query.kind).toSorted((one, other) => one.localeCompare(other, "en")),
    inStock: query.inStock === IN_STOCK,
  };
}

export const IN_STOCK = "1";

const listOnce = (text: string | undefined): string[] => [
  ...new Map(
    (text ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => [name.toLowerCase(), name]),
  ).values(),
];

function readWoods(text: string | undefined): string[] {
  const requestedWoods = new Map(listOnce(text).map((wood) => [wood.toLowerCase(), wood]));
  const offered = materialOptions.filter((wood) => requestedWoods.delete(wood.toLowerCase()));
  return [...offered, ...[...requestedWoods.values()].toSorted()];
}

type ChosenFilters = Pick<Listing, "materials" | "minPrice" | "maxPrice" | "sorting" | "kinds" | "inStock">;

/** Returns the query with the values of the filter bar, without empty values, default sorting and page number. */
export function applyFilters(query: ListingQuery, chosen: ChosenFilters): ListingQuery {
  const { materials, minPrice, maxPrice, sorting, kinds, inStock } = chosen;
  return changeQuery(query, {
    material: materials.join(","),
    minPrice: minPrice === null ? "" : String(toRupees(minPrice)),
    maxPrice: maxPrice === null ? "" : String(toRupees(maxPrice)),
    sortOption: sorting === getDefaultSorting(query) ? "" : getSortingLabel(sorting),
    kind: kinds.join(","),
    inStock: inStock ? IN_STOCK : "",
  });
}

export const toPlainQuery = (query: ListingQuery): ListingQuery => {
  const { search, ...filters } = readListing(query);
  const { search: _asTyped, ...others } = query;
  return applyFilters(search === null ? others : { ...others, search }, filters);
};

function changeQuery({ page: _page, ...query }: ListingQuery, change: ListingQuery): ListingQuery {
  return Object.fromEntries(Object.entries({ ...query, ...change }).filter(([, value]) => value !== ""));
}

/** Returns the query without its filters, but with its sorting. */
export const removeFilters = (query: ListingQuery): ListingQuery =>
  changeQuery(query, { material: "", minPrice: "", maxPrice: "", kind: "", inStock: "" });

const toTextOrNull = (value: string | undefined): string | null => value?.trim() || null;

type ParsedQuery<Query> = { [Name in keyof Query]: Query[Name] | undefined };

type PriceRange = { minPrice: Paise | null; maxPrice: Paise | null };

/** Converts two prices from rupees to paise, or returns the error to show (D38). Null means no limit. */
export function readPriceRange(
  min: string | number | null | undefined,
  max: string | number | null | undefined,
): PriceRange | { message: string; field: "minPrice" | "maxPrice" } {
  const minPrice = readBound(min);
  const maxPrice = readBound(max);
  if (minPrice === "invalid") return { message: priceMessages.invalid, field: "minPrice" };
  if (maxPrice === "invalid") return { message: priceMessages.invalid, field: "maxPrice" };
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
    return { message: priceMessages.maxBelowMin, field: "maxPrice" };
  }
  return { minPrice, maxPrice };
}

export const priceMessages = {
  invalid: "Please enter a price in rupees, such as 1500.",
  maxBelowMin: "The max price is below the min price. Please change one of them.",
} as const;

/** Maximum prices that can be chosen with one click: common gift budgets, in rupees before tax. */
export const pricePresets = [1_000, 1_500, 2_500] as const;

export const findPricePreset = ({ minPrice, maxPrice }: ListingQuery): number | null =>
  minPrice === undefined ? (pricePresets.find((rupees) => String(rupees) === maxPrice) ?? null) : null;

export const togglePricePreset = (query: ListingQuery, rupees: number): ListingQuery =>
  changeQuery(query, {
    minPrice: "",
    maxPrice: findPricePreset(query) === rupees ? "" : String(rupees),
  });

function formatPriceRange({ minPrice, maxPrice }: PriceRange): string | null {
  if (minPrice !== null && maxPrice !== null) return `${formatRupees(minPrice)} to ${formatRupees(maxPrice)}`;
  if (minPrice !== null) return `From ${formatRupees(minPrice)}`;
  return maxPrice === null ? null : `Up to ${formatRupees(maxPrice)}`;
}

const NO_PRICE_ABOVE = 100_000_000_000;

function readBound(value: string | number | null | undefined): Paise | null | "invalid" {
  const text = String(value ?? "").trim();
  if (text === "") return null;
  const paise = fromRupees(text);
  return paise === null || paise >= NO_PRICE_ABOVE ? "invalid" : paise;
}

/** The tag links to `without`, the query without this filter (§2.5). */
interface FilterTag {
  name: "material" | "price" | "sort" | "kind" | "stock";
  label: string;
  without: ListingQuery;
}

export function filterTags({ page: _page, ...query }: ListingQuery): FilterTag[] {
  const { materials, minPrice, maxPrice, sorting, kinds, inStock } = readListing(query);
  const createTag = (name: FilterTag["name"], label: string, change: ListingQuery): FilterTag => ({
    name,
    label,
    without: changeQuery(query, change),
  });
  const omit = (names: readonly string[], name: string) => names.filter((other) => other !== name).join(",");
  const range = formatPriceRange({ minPrice, maxPrice });
  return [
    ...materials.map((wood) => createTag("material", wood, { material: omit(materials, wood) })),
    ...(range ? [createTag("price", `${range} before GST`, { minPrice: "", maxPrice: "" })] : []),
    ...(sorting === getDefaultSorting(query)
      ? []
      : [createTag("sort", getSortingLabel(sorting), { sortOption: "" })]),
    ...kinds.map((kind) => createTag("kind", kind, { kind: omit(kinds, kind) })),
    ...(inStock ? [createTag("stock", "In stock", { inStock: "" })] : []),
  ];
}

/** True if the query has filters. The sorting and the selection, such as a category or a search, do not count. */
export const hasFilters = (query: ListingQuery): boolean =>
  filterTags(query).some(({ name }) => name !== "sort");

export interface FilterableProduct {
  category: string;
  subcategory: string;
  collection?: string | undefined;
  materials: readonly string[];
}

export const selectProducts = <P extends FilterableProduct & Sortable & Stocked>(
  products: readonly P[],
  listing: Listing,
): P[] =>
  sortProducts(
    products.filter(
      (product) =>
        isNamedIn(product, listing) &&
        isPricedIn(product, listing) &&
        !(listing.inStock && isSoldOut(product)),
    ),
    listing.sorting,
  );

/**
 * True if the product has the category, subcategory and collection of the listing, one of its product types and one of
 * its woods. Conditions that the listing does not set are ignored. Compares whole names, ignoring case: 'Bowl' does not
 * match 'Fruit Bowl' (D34).
 */
export function isNamedIn(product: FilterableProduct, listing: Listing): boolean {
  const { category, subcategory, collection, materials, kinds } = listing;
  return (
    (category === null || isSameText(product.category, category)) &&
    (subcategory === null || isSameText(product.subcategory, subcategory)) &&
    (collection === null || isSameText(product.collection ?? "", collection)) &&
    (kinds.length === 0 || kinds.some((kind) => isSameText(product.subcategory, kind))) &&
    (materials.length === 0 ||
      materials.some((wood) => product.materials.some((productWood) => isSameText(productWood, wood))))
  );
}

export const isPricedIn = ({ price }: { price: number }, { minPrice, maxPrice }: Listing): boolean =>
  (minPrice === null || price >= toRupees(minPrice)) && (maxPrice === null || price <= toRupees(maxPrice));
