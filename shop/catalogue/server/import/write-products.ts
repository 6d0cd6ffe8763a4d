import { isDeepStrictEqual } from "node:util";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { isAnyOf, setExcluded, splitIntoChunks } from "#platform/database/statement.ts";
import type { Tx } from "#platform/database/database.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import {
  countReserved,
  addStock,
  readStockLevels,
  setBackorder,
  setStock,
  withdrawStock,
} from "#shop/inventory/server/index.ts";
import { type ProductChange, trackProducts } from "../catalogue-changes.ts";
import type { ProductInFile } from "../owner-folder/product-file.ts";
import { product, type NamedImage } from "../tables.ts";

export interface ImportCounts {
  added: number;
  changed: number;
  /** Products that leave the shop. They can still be read in old orders (D91). */
  hidden: number;
  unchanged: number;
}

/** A stored product with its number of pieces in the workshop; null for a product made to order (D22). */
export type ProductRow = typeof product.$inferInsert & {
  stock: number | null;
  /** True if more pieces may be ordered than there are. */
  backorder: boolean;
};

type StoredProducts = ReadonlyMap<string, { inOwnerList: boolean; hiddenByHand: boolean }>;

/** Returns every product that was ever in the shop, by its id. */
export async function readStoredProducts(tx: Tx): Promise<StoredProducts> {
  const { id, inOwnerList, hiddenByHand } = product;
  const rows = await tx.select({ id, inOwnerList, hiddenByHand }).from(product);
  return new Map(rows.map(({ id: name, ...row }) => [name, row]));
}

interface Writing {
  revision: number;
  /** The date of changes that shoppers can see. */
  now: Date;
  /** The columns to change of existing products; all if missing. */
  columns?: readonly string[];
  /** The products that leave the shop. */
  gone?: readonly string[];
  /** Hides or shows the products that are in the shop. */
  hidden?: boolean | undefined;
  onProgress?: ReportProgress;
}

/** Adds new products, changes these columns of others, and hides removed ones. */
export async function writeProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  before: StoredProducts,
  { revision, now, columns = allColumns, gone = [], hidden, onProgress = () => {} }: Writing,
): Promise<ImportCounts & { changes: ProductChange[] }> {
  // Orders lock products in the order of their ids too, which prevents deadlocks.
  const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const isThere = ({ id }: { id: string }) => before.get(id)?.inOwnerList === true;
  const newOnes = sorted.filter((row) => !isThere(row));
  const additions = await addProducts(tx, newOnes, before, { revision, now, onProgress });
  const changed = await changeProducts(tx, sorted.filter(isThere), { revision, now, columns, hidden });
  const left = await withdraw(tx, gone, { revision, now });
  const added = newOnes.filter(({ id }) => !before.has(id)).length;
  const changedCount = changed.count + newOnes.length - added;
  return {
    added,
    changed: changedCount,
    hidden: gone.length,
    unchanged: rows.length - added - changedCount,
    changes: [...additions, ...changed.changes, ...left],
  };
}

/** Adds new products and restores returning ones. */
async function addProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  before: StoredProducts,
  { revision, now, onProgress }: { revision: number; now: Date; onProgress: ReportProgress },
): Promise<ProductChange[]> {
  const firstCounted: string[] = [];
  const changes: ProductChange[] = [];
  let done = 0;
  for (const some of splitIntoChunks(rows)) {
    const tracked = await trackProducts(tx, toIds(some), { counts: true });
    await tx
      .insert(product)
      .values(some.map(({ stock: _stock, backorder: _backorder, ...row }) => ({ ...row, revision })))
      .onConflictDoUpdate({ target: product.id, set: written });
    const lines = some.map(({ id, stock, backorder, hiddenByHand = false }) => ({
      productId: id,
      onHand: stock,
      backorder,
      withdrawn: before.get(id)?.hiddenByHand ?? hiddenByHand,
    }));
    firstCounted.push(...(await addStock(tx, lines)));
    changes.push(...(await tracked.noteChanges(now)));
    onProgress("Writing products", (done += some.length), rows.length);
  }
  await countReserved(tx, firstCounted);
  return changes;
}

const written = {
  ...setExcluded(getTableColumns(product), [
    "id",
    "hidden",
    "hiddenByHand",
    "inOwnerList",
    "ratingValue",
    "reviewCount",
    "updatedAt",
  ]),
  inOwnerList: sql`true`,
};

/** The columns of the table that each column of a list changes. */
const changedBy: Readonly<Record<string, readonly (keyof typeof product.$inferInsert)[]>> = {
  title: ["title"],
  name: ["seo"],
  category: ["category"],
  subcategory: ["subcategory"],
  collection: ["collection"],
  materials: ["materials"],
  size: ["sizes"],
  price: ["price", "originalPrice", "discount"],
  originalPrice: ["originalPrice", "discount"],
  discount: ["discount"],
  leadDays: ["leadDays"],
  description: ["description"],
  care: ["care"],
  hsn: ["hsn"],
  netWeight: ["netWeight"],
  finish: ["finish"],
  origin: ["origin"],
  pieces: ["pieces"],
  manufacturer: ["manufacturer"],
  maker: ["maker"],
  shelf: ["shelf"],
  weight: ["weight"],
  packed: ["packed"],
  images: ["images"],
  alt: ["images"],
  variantImages: ["variantImages"],
  createdAt: ["createdAt"],
  sales: ["sales"],
  featuredRank: ["featuredRank"],
  sku: ["seo"],
  mpn: ["seo"],
  gtin13: ["seo"],
};

export const allColumns: readonly string[] = [...Object.keys(changedBy), "stock", "backorder", "hidden"];

async function changeProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  {
    columns,
    hidden,
    revision,
    now,
  }: Required<Pick<Writing, "columns" | "revision" | "now">> & Pick<Writing, "hidden">,
): Promise<{ count: number; changes: ProductChange[] }> {
  const names = [...new Set(columns.flatMap((column) => changedBy[column] ?? []))];
  const differing = await listDiffering(tx, rows, { names, columns, hidden });
  const tracked = await trackProducts(tx, toIds(differing.map(({ row }) => row)), {
    counts: columns.includes("stock"),
  });
  let count = 0;
  for (const { row, set } of differing) {
    if (set.hiddenByHand !== undefined) await withdrawStock(tx, [row.id], set.hiddenByHand);
    const isRecounted = columns.includes("stock") && tracked.getCount(row.id) !== row.stock;
    if (isRecounted) await setStock(tx, row.id, row.stock);
    const isBackorderSet = columns.includes("backorder") && (await setBackorder(tx, row.id, row.backorder));
    if (Object.keys(set).length === 0 && !isRecounted && !isBackorderSet) continue;
    // A new count starts a new revision too, because an older form would add its "+5" again.
    await tx
      .update(product)
      .set({ ...set, revision })
      .where(eq(product.id, row.id));
    count += 1;
  }
  return { count, changes: await tracked.noteChanges(now) };
}

interface Differing {
  row: ProductRow;
  set: Partial<typeof product.$inferInsert>;
}

/** Finds the rows that differ from the shop, so that only these products are locked. */
async function listDiffering(
  tx: Tx,
  rows: readonly ProductRow[],
  {
    names,
    columns,
    hidden,
  }: { names: readonly (keyof typeof product.$inferInsert)[] } & Pick<Writing, "hidden"> &
    Required<Pick<Writing, "columns">>,
): Promise<Differing[]> {
  const differing: Differing[] = [];
  for (const some of splitIntoChunks(rows)) {
    const present = await tx
      .select()
      .from(product)
      .where(isAnyOf(product.id, toIds(some)));
    const byId = new Map(present.map((one) => [one.id, one]));
    const levels = await readStockLevels(tx, toIds(some));
    for (const row of some) {
      const before = byId.get(row.id);
      const level = levels.get(row.id);
      if (!before) continue;
      const isHidden = hidden ?? (columns.includes("hidden") ? row.hiddenByHand : undefined);
      const set = {
        ...Object.fromEntries(
          names
            .filter((name) => !isDeepStrictEqual(before[name], row[name]))
            .map((name) => [name, row[name]]),
        ),
        ...(isHidden !== undefined && isHidden !== before.hiddenByHand && { hiddenByHand: isHidden }),
      };
      const isRecounted = columns.includes("stock") && level?.onHand !== row.stock;
      const isBackorderSet = columns.includes("backorder") && level?.backorder !== row.backorder;
      if (Object.keys(set).length > 0 || isRecounted || isBackorderSet) differing.push({ row, set });
    }
  }
  return differing;
}

async function withdraw(
  tx: Tx,
  gone: readonly string[],
  { revision, now }: { revision: number; now: Date },
): Promise<ProductChange[]> {
  const tracked = await trackProducts(tx, gone);
  for (const ids of splitIntoChunks(gone.toSorted())) {
    await tx.update(product).set({ inOwnerList: false, revision }).where(isAnyOf(product.id, ids));
    await withdrawStock(tx, ids, true);
  }
  return tracked.noteChanges(now);
}

const toIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Converts a product of the owner's list into its row. */
export const toProductRow = (given: ProductInFile): ProductRow => ({
  id: given.slug,
  title: given.title,
  description: given.description,
  care: given.care ?? null,
  hsn: given.hsn ?? null,
  netWeight: given.netWeight ?? null,
  finish: given.finish ?? null,
  origin: given.origin ?? null,
  pieces: given.pieces ?? null,
  manufacturer: given.manufacturer ?? null,
  maker: given.maker ?? null,
  shelf: given.shelf ?? null,
  category: given.category,
  subcategory: given.subcategory,
  collection: given.collection ?? null,
  materials: given.materials,
  sizes: given.size,
  price: given.price,
  originalPrice: given.originalPrice ?? given.price,
  discount: given.discount,
  images: given.images.map((name, index) => toNamedImage(name, given.alt[index])),
  variantImages: given.variantImages.map((name) => toNamedImage(name, undefined)),
  seo: { ...given.seo, ...(given.name && { named: given.name }) },
  createdAt: new Date(given.createdAt),
  sales: given.sales,
  featuredRank: given.featuredRank ?? null,
  leadDays: given.leadDays ?? null,
  weight: given.weight ?? null,
  packed: given.packed ?? null,
  stock: given.stock ?? null,
  backorder: given.backorder,
  ...(given.hidden !== undefined && { hiddenByHand: given.hidden }),
});

const toNamedImage = (name: string, alt: string | undefined): NamedImage => ({
  name,
  ...(alt !== undefined && { alt }),
});
