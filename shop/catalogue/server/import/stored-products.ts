import { isDeepStrictEqual } from "node:util";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { toRupees } from "#contract/money.ts";
import { pickFields } from "#contract/read.ts";
import { isAnyOf, setExcluded, splitIntoChunks } from "#platform/database/statement.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import {
  countReserved,
  addStock,
  readStockLevels,
  setBackorder,
  setStock,
  withdrawStock,
} from "#shop/inventory/server/index.ts";
import { ownerColumns, type ProductChange, trackProducts } from "../catalogue-changes.ts";
import {
  isEmpty,
  type ProductInFile,
  productInFile,
  type WrittenProduct,
} from "../owner-folder/product-file.ts";
import { product } from "../tables.ts";

/** A product to store. `stock` is null for a product made to order (D22). */
export type ProductRow = typeof product.$inferInsert & {
  stock: number | null;
  backorder: boolean;
};

type StoredProducts = ReadonlyMap<string, { inOwnerList: boolean; hiddenByHand: boolean }>;

export async function readStoredProducts(tx: Tx, ids?: readonly string[]): Promise<StoredProducts> {
  const { id, inOwnerList, hiddenByHand } = product;
  const rows = await tx
    .select({ id, inOwnerList, hiddenByHand })
    .from(product)
    .where(ids && isAnyOf(id, ids));
  return new Map(rows.map(({ id: name, ...row }) => [name, row]));
}

/** True if the product is hidden after an import. If its entry lacks `hidden`, a stored product keeps its state. */
export const isHiddenAfter = ({ id, hiddenByHand }: ProductRow, previous: StoredProducts): boolean =>
  hiddenByHand ?? previous.get(id)?.hiddenByHand ?? false;

interface WriteOptions {
  revision: number;
  now: Date;
  columns: readonly string[];
  removedIds?: readonly string[];
}

export async function writeProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  previous: StoredProducts,
  options: WriteOptions,
) {
  // Sort by id, because new orders also lock products by ascending id. Otherwise a deadlock could occur.
  const sorted = rows.toSorted((first, other) => (first.id < other.id ? -1 : 1));
  const isListed = ({ id }: { id: string }) => previous.get(id)?.inOwnerList === true;
  const newOnes = sorted
    .filter((row) => !isListed(row))
    .map((row) => ({ ...row, hiddenByHand: isHiddenAfter(row, previous) }));
  const additions = await addProducts(tx, newOnes, options);
  const changed = await changeProducts(tx, sorted.filter(isListed), options);
  const { removedIds = [] } = options;
  const withdrawn = await withdraw(tx, removedIds, options);
  const newProducts = newOnes.filter(({ id }) => !previous.has(id));
  const added = newProducts.length;
  const changedCount = changed.count + newOnes.length - added;
  return {
    added,
    changed: changedCount,
    /** The number of removed products. They are only hidden, because old orders still show them (D91). */
    hidden: removedIds.length,
    unchanged: rows.length - added - changedCount,
    newProducts,
    changes: [...additions, ...changed.changes, ...withdrawn],
  };
}

async function addProducts(
  tx: Tx,
  rows: readonly (ProductRow & { hiddenByHand: boolean })[],
  { revision, now }: WriteOptions,
): Promise<ProductChange[]> {
  const firstCounted: string[] = [];
  const changes: ProductChange[] = [];
  for (const chunk of splitIntoChunks(rows)) {
    const tracked = await trackProducts(tx, toIds(chunk), { counts: true });
    await tx
      .insert(product)
      .values(chunk.map(({ stock: _stock, backorder: _backorder, ...row }) => ({ ...row, revision })))
      .onConflictDoUpdate({ target: product.id, set: written });
    const lines = chunk.map(({ id, stock, backorder, hiddenByHand }) => ({
      productId: id,
      onHand: stock,
      backorder,
      withdrawn: hiddenByHand,
    }));
    firstCounted.push(...(await addStock(tx, lines)));
    changes.push(...(await tracked.noteChanges(now)));
  }
  await countReserved(tx, firstCounted);
  return changes;
}

const written = {
  ...setExcluded(getTableColumns(product), [
    "id",
    "hidden",
    "inOwnerList",
    "ratingValue",
    "reviewCount",
    "updatedAt",
  ]),
  inOwnerList: sql`true`,
};

const changedBy: Readonly<Record<string, readonly string[]>> = {
  name: ["seo"],
  size: ["sizes"],
  price: ["price", "originalPrice", "discount"],
  originalPrice: ["originalPrice", "discount"],
  alt: ["images"],
  sku: ["seo"],
  mpn: ["seo"],
  gtin13: ["seo"],
  hidden: ["hiddenByHand"],
};

type ProductColumn = keyof typeof product.$inferInsert;

const listChanged = (columns: readonly string[]): ProductColumn[] => {
  const names = new Set(columns.flatMap((column) => changedBy[column] ?? [column]));
  return (Object.keys(getTableColumns(product)) as ProductColumn[]).filter((name) => names.has(name));
};

async function changeProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  options: WriteOptions,
): Promise<{ count: number; changes: ProductChange[] }> {
  const { columns, revision, now } = options;
  const differing = await listDiffering(tx, rows, options);
  const tracked = await trackProducts(tx, toIds(differing.map(({ row }) => row)), {
    counts: columns.includes("stock"),
  });
  let count = 0;
  for (const { row, set } of differing) {
    if (set.hiddenByHand !== undefined) await withdrawStock(tx, [row.id], set.hiddenByHand);
    const previousCount = tracked.getPrevious(row.id)?.count?.onHand ?? null;
    const isRecounted = columns.includes("stock") && previousCount !== row.stock;
    if (isRecounted) await setStock(tx, row.id, row.stock);
    const isBackorderSet = columns.includes("backorder") && (await setBackorder(tx, row.id, row.backorder));
    if (Object.keys(set).length === 0 && !isRecounted && !isBackorderSet) continue;
    // Set the revision after a stock count too. Otherwise an outdated form could add the same pieces again.
    await tx
      .update(product)
      .set({ ...set, revision })
      .where(eq(product.id, row.id));
    count += 1;
  }
  return { count, changes: await tracked.noteChanges(now) };
}

interface ChangedRow {
  row: ProductRow;
  set: Partial<typeof product.$inferInsert>;
}

/** Returns the rows that differ from the database, so that only these are locked. */
async function listDiffering(
  tx: Tx,
  rows: readonly ProductRow[],
  { columns }: WriteOptions,
): Promise<ChangedRow[]> {
  const names = listChanged(columns);
  const differing: ChangedRow[] = [];
  for (const chunk of splitIntoChunks(rows)) {
    const existing = await tx
      .select()
      .from(product)
      .where(isAnyOf(product.id, toIds(chunk)));
    const byId = new Map(existing.map((product) => [product.id, product]));
    const levels = await readStockLevels(tx, toIds(chunk));
    for (const row of chunk) {
      const stored = byId.get(row.id);
      const level = levels.get(row.id);
      if (!stored) continue;
      // `hiddenByHand` is undefined if the list does not say whether the product is hidden.
      const changed = names.filter(
        (name) => row[name] !== undefined && !isDeepStrictEqual(stored[name], row[name]),
      );
      const set = pickFields(row, changed);
      const isRecounted = columns.includes("stock") && level?.onHand !== row.stock;
      const isBackorderSet = columns.includes("backorder") && level?.backorder !== row.backorder;
      if (Object.keys(set).length > 0 || isRecounted || isBackorderSet) differing.push({ row, set });
    }
  }
  return differing;
}

async function withdraw(
  tx: Tx,
  productIds: readonly string[],
  { revision, now }: WriteOptions,
): Promise<ProductChange[]> {
  const tracked = await trackProducts(tx, productIds);
  for (const ids of splitIntoChunks(productIds.toSorted())) {
    await tx.update(product).set({ inOwnerList: false, revision }).where(isAnyOf(product.id, ids));
    await withdrawStock(tx, ids, true);
  }
  return tracked.noteChanges(now);
}

const toIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const fieldNames = Object.keys(productInFile.entries) as (keyof ProductInFile)[];

export function toProductRow(written: ProductInFile): ProductRow {
  // The file may have unknown fields, which are ignored even if a column of the table has the same name.
  const known = pickFields(written, fieldNames);
  const { slug, size, name, images, alt, variantImages, seo, hidden, ...columns } = known;
  return {
    ...emptyColumns,
    ...columns,
    id: slug,
    sizes: size,
    originalPrice: columns.originalPrice ?? columns.price,
    images: images.map((image, at) => ({ name: image, ...(alt[at] && { alt: alt[at] }) })),
    variantImages: variantImages.map((image) => ({ name: image })),
    seo: { ...seo, ...(name && { named: name }) },
    createdAt: new Date(columns.createdAt),
    stock: columns.stock ?? null,
    ...(hidden !== undefined && { hiddenByHand: hidden }),
  };
}

/** Contains null for each nullable column, because a file may lack the fields of these columns. */
const emptyColumns = Object.fromEntries(
  Object.entries(getTableColumns(product)).flatMap(([name, { notNull }]) => (notNull ? [] : [[name, null]])),
);

export async function readWrittenProducts(
  db: Db | Tx,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, WrittenProduct>> {
  const matches = new Map<string, WrittenProduct>();
  for (const chunk of splitIntoChunks(slugs)) {
    const levels = await readStockLevels(db, chunk);
    const rows = await db
      .select({ id: product.id, ...ownerColumns })
      .from(product)
      .where(isAnyOf(product.id, chunk));
    for (const row of rows) matches.set(row.id, toWritten(row, levels.get(row.id)));
  }
  return matches;
}

/** Returns all products except those that an import has removed from the shop, oldest first. */
export async function listWrittenProducts(db: Db): Promise<WrittenProduct[]> {
  const rows = await db
    .select({ id: product.id })
    .from(product)
    .where(eq(product.inOwnerList, true))
    .orderBy(product.createdAt, product.id);
  const written = await readWrittenProducts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id }) => written.get(id)).filter((product) => product !== undefined);
}

type OwnerRow = Pick<typeof product.$inferSelect, "id" | keyof typeof ownerColumns>;

type Level = { onHand: number | null; backorder: boolean };

function toWritten(row: OwnerRow, level: Level | undefined): WrittenProduct {
  const { id, inOwnerList: _listed, hiddenByHand, sizes, price, originalPrice, ...others } = row;
  const { images, variantImages, createdAt, seo, ...columns } = others;
  const { named, ...codes } = seo;
  const lastWithAlt = images.findLastIndex((image) => image.alt);
  const alt = images.slice(0, lastWithAlt + 1).map((image) => image.alt ?? "");
  const fields = {
    slug: id,
    ...columns,
    name: named,
    size: sizes,
    price: hiddenByHand && price === 0 ? null : toRupees(price),
    // Null if the product is not reduced. Otherwise a later, lower price would be shown as a reduction.
    originalPrice: originalPrice > price ? toRupees(originalPrice) : null,
    stock: level?.onHand,
    backorder: level?.backorder || null,
    hidden: hiddenByHand,
    images: images.map(({ name }) => name),
    alt,
    variantImages: variantImages.map(({ name }) => name),
    createdAt: createdAt.toISOString(),
    seo: codes,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}
