import { createHash } from "node:crypto";
import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { splitIntoChunks, setExcluded, isAnyOf } from "#platform/database/statement.ts";
import type { Tx } from "#platform/database/database.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import { countReserved, importStock, readStockLevels, withdrawStock } from "#shop/inventory/server/index.ts";
import type { ProductInFile } from "../owner-folder/product-file.ts";
import { type ProductChange, trackProducts } from "../catalogue-changes.ts";
import { product, type NamedImage } from "../tables.ts";

export interface ImportCounts {
  added: number;
  changed: number;
  /** Gone from the list: out of the shop, still readable in old orders (D91). */
  hidden: number;
  unchanged: number;
}

/** A product as stored before an import. */
export type StoredProduct = Awaited<ReturnType<typeof readProductRows>>[number] & {
  onHand: number | null;
  importedStock: number | null;
};

/** Everything an import compares with, by the id of the product, those out of the shop too. */
export async function readStoredProducts(tx: Tx): Promise<ReadonlyMap<string, StoredProduct>> {
  const levels = await readStockLevels(tx);
  const rows = await readProductRows(tx);
  return new Map(
    rows.map((row) => {
      const { onHand = null, importedCount: importedStock = null } = levels.get(row.id) ?? {};
      return [row.id, { ...row, onHand, importedStock }];
    }),
  );
}

const readProductRows = (tx: Tx) =>
  tx
    .select({
      id: product.id,
      fingerprint: product.fingerprint,
      inOwnerList: product.inOwnerList,
      fromSpreadsheet: product.fromSpreadsheet,
      hiddenByHand: product.hiddenByHand,
      price: product.price,
      collection: product.collection,
      importedPrice: product.importedPrice,
      importedOriginalPrice: product.importedOriginalPrice,
      importedDiscount: product.importedDiscount,
      importedCollection: product.importedCollection,
    })
    .from(product);

/**
 * Adds and changes what differs from `before`, and takes out what is gone; prices, collections and stock that were
 * changed in the shop stay unless the list says something else than last time.
 */
export async function writeProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  before: ReadonlyMap<string, StoredProduct>,
  { gone, revision, onProgress }: { gone: readonly string[]; revision: number; onProgress: ReportProgress },
): Promise<ImportCounts & { changes: ProductChange[] }> {
  const unlike = rows.filter((row) => {
    const old = before.get(row.id);
    return !old?.inOwnerList || old.fingerprint !== row.fingerprint;
  });
  let done = 0;
  const firstCounted: string[] = [];
  const changes: ProductChange[] = [];
  // In the order of their ids, as orders take them, so that the two never wait for each other in a circle.
  for (const some of splitIntoChunks(unlike.toSorted((one, other) => (one.id < other.id ? -1 : 1)))) {
    const tracked = await trackProducts(
      tx,
      some.map(({ id }) => id),
      { counts: true },
    );
    await tx
      .insert(product)
      .values(some.map(({ importedStock: _stock, backorder: _beyond, ...row }) => ({ ...row, revision })))
      .onConflictDoUpdate({ target: product.id, set: productFromList });
    const stock = some.map(({ id, importedStock, backorder, hiddenByHand = false }) => ({
      productId: id,
      backorder,
      importedCount: importedStock,
      importedCountBefore: before.get(id)?.importedStock ?? null,
      withdrawn: before.get(id)?.hiddenByHand ?? hiddenByHand,
    }));
    firstCounted.push(...(await importStock(tx, stock)));
    changes.push(...(await tracked.findChanges()));
    onProgress("Writing products", (done += some.length), unlike.length);
  }
  changes.push(...(await withdraw(tx, gone, revision)));
  await countReserved(tx, firstCounted);

  const added = unlike.filter((row) => !before.has(row.id)).length;
  return {
    added,
    changed: unlike.length - added,
    hidden: gone.length,
    unchanged: rows.length - unlike.length,
    changes,
  };
}

async function withdraw(tx: Tx, gone: readonly string[], revision: number): Promise<ProductChange[]> {
  const tracked = await trackProducts(tx, gone);
  for (const ids of splitIntoChunks(gone.toSorted())) {
    await tx.update(product).set({ inOwnerList: false, revision }).where(isAnyOf(product.id, ids));
    await withdrawStock(tx, ids, true);
  }
  return tracked.findChanges();
}

/** A product as it is stored, and how many pieces the list says there are; null is made to order (D22). */
export type ProductRow = typeof product.$inferInsert & {
  importedStock: number | null;
  /** May be ordered beyond that. */
  backorder: boolean;
};

/** A product of the owner's file as it is stored. */
export function toProductRow(given: ProductInFile): ProductRow {
  const row = {
    id: given.slug,
    title: given.title,
    description: given.description,
    care: given.care ?? null,
    hsn: given.hsn ?? null,
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
    ...(given.leadDays !== undefined && { leadDays: given.leadDays }),
    onHand: given.stock ?? null,
    // Absent where the file says nothing of them, so that products of before are not taken for changed ones.
    weight: given.weight,
    packed: given.packed,
    ...(given.backorder && { backorder: true as const }),
  };
  const { onHand: importedStock, backorder = false, ...columns } = row;
  const { price, originalPrice, discount, collection } = columns;
  return {
    ...columns,
    weight: columns.weight ?? null,
    packed: columns.packed ?? null,
    leadDays: given.leadDays ?? null,
    importedStock,
    backorder,
    importedPrice: price,
    importedOriginalPrice: originalPrice,
    importedDiscount: discount,
    importedCollection: collection,
    fingerprint: createHash("sha256").update(JSON.stringify(row)).digest("hex"),
  };
}

const toNamedImage = (name: string, alt: string | undefined): NamedImage => ({
  name,
  ...(alt !== undefined && { alt }),
});

type Columns = Partial<Record<keyof typeof product.$inferInsert, SQL>>;

/** The list's value where the list says something else than last time, else the one in the shop. */
const unlessChangedByHand = (column: PgColumn, ...imported: PgColumn[]): SQL => {
  const differs = imported.map((one) => sql`${one} is distinct from ${sql.raw(`excluded."${one.name}"`)}`);
  return sql`case when ${sql.join(differs, sql` or `)} then ${sql.raw(`excluded."${column.name}"`)} else ${column} end`;
};

const priceSigns = [product.importedPrice, product.importedOriginalPrice, product.importedDiscount];

const productFromList = {
  ...setExcluded(getTableColumns(product), ["id", "hidden", "hiddenByHand"]),
  inOwnerList: sql`true`,
  collection: unlessChangedByHand(product.collection, product.importedCollection),
  price: unlessChangedByHand(product.price, ...priceSigns),
  originalPrice: unlessChangedByHand(product.originalPrice, ...priceSigns),
  discount: unlessChangedByHand(product.discount, ...priceSigns),
} satisfies Columns;
