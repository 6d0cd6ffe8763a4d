import { LRUCache } from "lru-cache";
import { type Paise, toRupees } from "#contract/money.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { isNamedIn, type Listing } from "../../filters.ts";
import type { Facets } from "../../listing.ts";
import { getPrice } from "../../price.ts";
import { DEFAULT_SORTING, getComparer, type Sorting } from "../../sorting.ts";
import type { Kind, Kinds, ProductSummary } from "./product-summary.ts";
import { createSearchIndex, MAX_CLOSE } from "../search/search-index.ts";

/** Up to this number of changes, products are inserted into the sorted lists. Above it, the lists are sorted again. */
const MAX_INSERTED_IN_PLACE = 200;

/** Maximum number of cached lists of products. All pages and counts of a listing use the same list. */
const MAX_SELECTIONS = 8;

export class ProductSummaries {
  readonly kinds: readonly Kind[];
  readonly getPaidPrice: (product: ProductSummary) => Paise;
  /** The search index. The caller fills it, because summaries lack most of the indexed texts. */
  readonly index = createSearchIndex();
  /** Increases if a product is added, removed or gets another `Kind`: the lists of known names are then outdated. */
  namesVersion = 0;
  readonly #byId = new Map<string, ProductSummary>();
  readonly #sorted = new Map<Sorting, ProductSummary[]>();
  readonly #selections = new LRUCache<string, readonly ProductSummary[]>({ max: MAX_SELECTIONS });

  constructor(kinds: Kinds, getPaidPrice: (product: ProductSummary) => Paise) {
    this.kinds = kinds.all;
    this.getPaidPrice = getPaidPrice;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(productId: string): ProductSummary | undefined {
    return this.#byId.get(productId);
  }

  /** Returns all products, sorted. Products with the same value are sorted newest first, then by id. */
  listBy(sorting: Sorting): readonly ProductSummary[] {
    const existing = this.#sorted.get(sorting);
    if (existing) return existing;
    const list = [...this.#byId.values()].toSorted(compareBy(sorting));
    this.#sorted.set(sorting, list);
    return list;
  }

  /** Returns the kinds (product types) that have a product, first those of the newest products. */
  listUsedKinds(): Kind[] {
    return [...new Set(this.listBy(DEFAULT_SORTING).map(({ kind }) => kind))];
  }

  /** Returns all products of a listing, by the rules of `selectProducts`. */
  select(listing: Listing): readonly ProductSummary[] {
    const key = JSON.stringify(listing);
    const existing = this.#selections.get(key);
    if (existing) return existing;
    const selected = selectFrom(this, listing);
    this.#selections.set(key, selected);
    return selected;
  }

  apply(changed: readonly ProductSummary[], removedIds: readonly string[] = []): void {
    const changes = changed.length + removedIds.length;
    if (changes > 0) this.refreshSelections();
    if (changes > MAX_INSERTED_IN_PLACE) this.#sorted.clear();
    for (const product of changed) this.#replace(this.get(product._id), product);
    for (const id of removedIds) this.#replace(this.get(id), undefined);
  }

  /** Discards cached results. Call it after a change of synonyms or tax rates. */
  refreshSelections(): void {
    this.#selections.clear();
  }

  #replace(previous: ProductSummary | undefined, next: ProductSummary | undefined): void {
    if (previous) {
      for (const [sorting, list] of this.#sorted) list.splice(findPlace(list, previous, sorting), 1);
      this.#byId.delete(previous._id);
    }
    if (next) {
      for (const [sorting, list] of this.#sorted) list.splice(findPlace(list, next, sorting), 0, next);
      this.#byId.set(next._id, next);
    }
    if (previous?.kind !== next?.kind || previous?.createdAt !== next?.createdAt) this.namesVersion++;
  }
}

/** Compares by time, newest first, and then by id. No two products are equal, so the order is always the same. */
const compareLatest = (first: ProductSummary, other: ProductSummary): number =>
  other.createdAt - first.createdAt || (first._id < other._id ? -1 : Number(first._id > other._id));

function compareBy(sorting: Sorting): (first: ProductSummary, other: ProductSummary) => number {
  if (sorting === DEFAULT_SORTING) return compareLatest;
  const compare = getComparer(sorting);
  return (first, other) => compare(first, other) || compareLatest(first, other);
}

function findPlace(list: readonly ProductSummary[], product: ProductSummary, sorting: Sorting): number {
  const compare = compareBy(sorting);
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(list[middle] as ProductSummary, product) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function searchSummaries(products: ProductSummaries, text: string) {
  const { all, close, prices, isCheapestFirst } = products.index.search(text);
  const toSummaries = (ids: readonly string[]) => ids.flatMap((id) => products.get(id) ?? []);
  const matching = toSummaries(all);
  const sorted = isCheapestFirst ? sortBy(matching, products.getPaidPrice) : matching;
  if (prices === null) return { all: sorted, close: toSummaries(close) };
  const getDistance = (price: Paise): number =>
    Math.max(prices.from - toRupees(price), toRupees(price) - prices.upTo, 0);
  const getPaidDistance = (product: ProductSummary) => getDistance(products.getPaidPrice(product));
  const inRange = sorted.filter((product) => getPaidDistance(product) === 0);
  // Some shoppers mean prices before GST, so a product that is in range only before GST is a close match.
  const nearest =
    inRange.length > 0
      ? sorted.filter((product) => getPaidDistance(product) > 0 && getDistance(getPrice(product)) === 0)
      : sortBy(sorted, getPaidDistance);
  const closeInRange = toSummaries(close).filter((product) => getPaidDistance(product) === 0);
  return { all: inRange, close: [...nearest, ...closeInRange].slice(0, MAX_CLOSE) };
}

const sortBy = <T>(list: readonly T[], toNumber: (item: T) => number): T[] =>
  list
    .map((item) => ({ item, number: toNumber(item) }))
    .toSorted((first, other) => first.number - other.number)
    .map(({ item }) => item);

export function selectCloseMatches(products: ProductSummaries, listing: Listing): readonly ProductSummary[] {
  if (listing.search === null) return [];
  const { close } = searchSummaries(products, listing.search);
  return filterSummaries(products, close, listing);
}

/** Counts the products for each filter. The counts by subcategory ignore the listing's filter by subcategory. */
export function countFacets(products: ProductSummaries, listing: Listing): Facets {
  const ofAnyKind = products.select({ ...listing, kinds: [] });
  const kinds = new Map<string, number>();
  for (const { kind } of ofAnyKind) kinds.set(kind.subcategory, (kinds.get(kind.subcategory) ?? 0) + 1);
  const inStock = products.select(listing).filter((product) => !isSoldOut(product)).length;
  return {
    kinds: [...kinds]
      .map(([name, count]) => ({ name, count }))
      .toSorted((first, other) => first.name.localeCompare(other.name, "en")),
    inStock,
  };
}

function selectFrom(products: ProductSummaries, listing: Listing): readonly ProductSummary[] {
  const { search, sorting } = listing;
  if (search === null) return filterSummaries(products, products.listBy(sorting), listing);
  const { all } = searchSummaries(products, search);
  const sorted = sorting === "bestMatch" ? all : all.toSorted(compareBy(sorting));
  return filterSummaries(products, sorted, listing);
}

/** Returns the products that match the filters. Compares names once per `Kind`, because that is faster. */
function filterSummaries(
  products: ProductSummaries,
  ordered: readonly ProductSummary[],
  listing: Listing,
): readonly ProductSummary[] {
  const kinds = new Set(products.kinds.filter((kind) => isNamedIn(kind, listing)));
  const isOfAnyKind = kinds.size === products.kinds.length;
  const { minPrice, maxPrice } = listing;
  const minimum = minPrice === null ? -Infinity : toRupees(minPrice);
  const maximum = maxPrice === null ? Infinity : toRupees(maxPrice);
  // Returns a copy, because the sorted list is later changed in place.
  if (isOfAnyKind && minimum === -Infinity && maximum === Infinity && !listing.inStock) return [...ordered];
  return ordered.filter(
    (product) =>
      product.price >= minimum &&
      product.price <= maximum &&
      (isOfAnyKind || kinds.has(product.kind)) &&
      !(listing.inStock && isSoldOut(product)),
  );
}
