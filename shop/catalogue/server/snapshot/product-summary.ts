import { toRupees } from "#contract/money.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import type { ShownStock } from "#shop/inventory/server/index.ts";
import type { SupplyTerms } from "#shop/inventory/stock.ts";
import { defineStatement } from "#platform/database/statement.ts";
import type { Size } from "../../product.ts";
import { buildSearchTexts, type SearchTexts } from "../search/search-index.ts";

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
  /** The available stock. Undefined for a product made to order (D22). */
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

  /** Returns the shared object with these values. `materials` is a JSON array. */
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
