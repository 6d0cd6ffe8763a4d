import { LRUCache } from "lru-cache";
import { type Paise, toRupees } from "#contract/money.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import type { ShownStock } from "#shop/inventory/server/index.ts";
import { isSoldOut, type SupplyTerms } from "#shop/inventory/stock.ts";
import { isNamedIn, isPricedIn, type Listing } from "../../filters.ts";
import type { Facets } from "../../listing.ts";
import { getPrice } from "../../price.ts";
import type { Size } from "../../product.ts";
import { DEFAULT_SORTING, getComparer, type Sorting } from "../../sorting.ts";
import { MAX_CLOSE } from "../search/rank-matches.ts";
import { createSearchIndex } from "../search/search-index.ts";
import { buildSearchTexts, type SearchTexts } from "../search/search-texts.ts";

/** The part of a product that is always in memory. It is immutable: a changed product gets a new summary. */
export interface ProductSummary {
  _id: string;
  title: string;
  kind: Kind;
  /** The price in rupees before tax. */
  price: number;
  hsn: string | null;
  createdAt: number;
  sales: number;
  featuredRank: number | undefined;
  /** The available stock. Undefined if made to order (D22). With backorders, `supply.ready` is the stock instead. */
  stock: number | undefined;
  supply: SupplyTerms | undefined;
  revision: number;
}

interface Row {
  id: string;
  title: string;
  category: string;
  subcategory: string;
  collection: string | null;
  materials: string;
  sizes: string;
  price: number;
  hsn: string | null;
  createdAt: number;
  sales: number;
  featuredRank: number | null;
  leadDays: number | null;
  revision: number;
  hidden: boolean;
  description: string;
  script: string | null;
  meaning: string | null;
}

const columns = `id, title, category, subcategory, collection, materials::text as materials, sizes::text as sizes,
  price::float8 as price, hsn,
  (extract(epoch from created_at) * 1000)::float8 as "createdAt", sales, featured_rank as "featuredRank",
  lead_days as "leadDays", revision::float8 as revision, hidden, description,
  seo::jsonb->'named'->>'script' as script, seo::jsonb->'named'->>'meaning' as meaning`;

const selectVisible = defineStatement<[after: string, limit: number], Row>(
  `select ${columns} from product where id > $1 and not hidden order by id limit $2`,
);

const selectChanged = defineStatement<[revision: number], Row>(
  `select ${columns} from product where revision > $1`,
);

/** The number of rows per query. It limits the memory of the embedded database. Other work runs between two queries. */
const READ_AT_ONCE = 1_000;

interface ReadProducts {
  summaries: ProductSummary[];
  texts: SearchTexts[];
}

const toReadProducts = (rows: readonly Row[], kinds: Kinds): ReadProducts => ({
  summaries: rows.map((row) => toProductSummary(row, kinds)),
  texts: rows.map(toSearchTexts),
});

export async function* readProductSummaries(db: Db | Tx, kinds: Kinds): AsyncGenerator<ReadProducts> {
  for (let last = ""; ;) {
    const rows = await selectVisible(db, last, READ_AT_ONCE);
    yield toReadProducts(rows, kinds);
    last = rows.at(-1)?.id ?? "";
    if (rows.length < READ_AT_ONCE) return;
  }
}

/** Reads the products that have changed since the revision. `hiddenIds` are the products that are hidden now. */
export async function readChangedProducts(db: Db | Tx, revision: number, kinds: Kinds) {
  const rows = await selectChanged(db, revision);
  return {
    changed: toReadProducts(
      rows.filter(({ hidden }) => !hidden),
      kinds,
    ),
    hiddenIds: rows.filter(({ hidden }) => hidden).map(({ id }) => id),
  };
}

const toProductSummary = (row: Row, kinds: Kinds): ProductSummary => ({
  _id: row.id,
  title: row.title,
  kind: kinds.get(row.category, row.subcategory, row.collection, row.materials),
  price: toRupees(row.price),
  hsn: row.hsn,
  createdAt: row.createdAt,
  sales: row.sales,
  featuredRank: row.featuredRank ?? undefined,
  stock: undefined,
  supply: row.leadDays === null ? undefined : { leadDays: row.leadDays },
  revision: row.revision,
});

const toSearchTexts = (row: Row): SearchTexts =>
  buildSearchTexts({
    ...row,
    materials: JSON.parse(row.materials) as string[],
    size: JSON.parse(row.sizes) as Size[],
    name: row,
  });

export function withStock(
  product: ProductSummary,
  { stock, ready }: ShownStock,
  maxQuantity: number | undefined = product.supply?.most,
): ProductSummary {
  const leadDays = product.supply?.leadDays;
  const supply: SupplyTerms = {
    ...(leadDays !== undefined && { leadDays }),
    ...(ready !== undefined && { ready }),
    ...(maxQuantity !== undefined && { most: maxQuantity }),
  };
  return { ...product, stock, supply: Object.keys(supply).length > 0 ? supply : undefined };
}

/** Products with the same values share one object to save memory. */
export interface Kind {
  readonly category: string;
  readonly subcategory: string;
  readonly collection: string | undefined;
  readonly materials: readonly string[];
}

export class Kinds {
  readonly all: Kind[] = [];
  readonly #byKey = new Map<string, Kind>();

  /** `materials` is a JSON array. */
  get(category: string, subcategory: string, collection: string | null, materials: string): Kind {
    const key = JSON.stringify([category, subcategory, collection, materials]);
    const existing = this.#byKey.get(key);
    if (existing) return existing;
    const woods = JSON.parse(materials) as string[];
    const kind = { category, subcategory, collection: collection ?? undefined, materials: woods };
    this.#byKey.set(key, kind);
    this.all.push(kind);
    return kind;
  }
}

/** Up to this number of changes, products are inserted into the sorted lists. Above it, the lists are sorted again. */
const MAX_INSERTED_IN_PLACE = 200;

/** Maximum number of cached lists of products. All pages of a listing use the same list. */
const MAX_SELECTIONS = 8;

export class ProductSummaries {
  readonly kinds: readonly Kind[];
  readonly getPaidPrice: (product: ProductSummary) => Paise;
  /** The search index. The caller fills it, because summaries lack most of the indexed texts. */
  readonly index = createSearchIndex();
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

  /** Returns each `Kind` that has a product, first those of the newest products. */
  listUsedKinds(): Kind[] {
    return [...new Set(this.listBy(DEFAULT_SORTING).map(({ kind }) => kind))];
  }

  /** Returns all products of a listing, as `selectProducts` in filters.ts does. */
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
  // Some shoppers mean prices before GST, so a product in this range before GST is a close match.
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

/** Counts the products of each subcategory (without the filter by subcategory), and the products not sold out. */
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

/** To save time, compares names once per `Kind`, not per product. */
function filterSummaries(
  products: ProductSummaries,
  ordered: readonly ProductSummary[],
  listing: Listing,
): readonly ProductSummary[] {
  const kinds = new Set(products.kinds.filter((kind) => isNamedIn(kind, listing)));
  const isOfAnyKind = kinds.size === products.kinds.length;
  // The result is a copy, because the sorted list is later changed in place.
  return ordered.filter(
    (product) =>
      isPricedIn(product, listing) &&
      (isOfAnyKind || kinds.has(product.kind)) &&
      !(listing.inStock && isSoldOut(product)),
  );
}
