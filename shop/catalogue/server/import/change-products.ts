import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { isAnyOf, splitIntoChunks } from "#platform/database/statement.ts";
import { setBackorder, setStock, withdrawStock } from "#shop/inventory/server/index.ts";
import { type ProductChange, trackProducts } from "../catalogue-changes.ts";
import { product } from "../tables.ts";
import type { ProductRow } from "./product-store.ts";

/** The columns of the table that each column of a list changes. */
const changedBy: Readonly<Record<string, readonly (keyof ProductRow)[]>> = {
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

/**
 * Changes products by hand as a list says, and only by the columns that it has: what the owner's folder said of them last
 * stays known, so that an import of it leaves these values until it says something new.
 */
export async function changeProducts(
  tx: Tx,
  rows: readonly ProductRow[],
  {
    columns,
    hidden,
    revision,
  }: { columns: readonly string[]; hidden?: boolean | undefined; revision: number },
): Promise<{ changed: number; changes: ProductChange[] }> {
  const names = [...new Set(columns.flatMap((column) => changedBy[column] ?? []))];
  const tracked = await trackProducts(tx, rows.map(({ id }) => id).toSorted(), {
    counts: columns.includes("stock"),
  });
  let changed = 0;
  const present = await readRows(
    tx,
    rows.map(({ id }) => id),
  );
  for (const row of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const before = present.get(row.id);
    const set: Partial<ProductRow> = Object.fromEntries(
      names
        .filter((name) => !isDeepStrictEqual(before?.[name as keyof typeof before], row[name]))
        .map((name) => [name, row[name]]),
    );
    if (hidden !== undefined && before?.hiddenByHand !== hidden) {
      set.hiddenByHand = hidden;
      await withdrawStock(tx, [row.id], hidden);
    }
    const isRecounted = columns.includes("stock") && tracked.getCount(row.id) !== row.importedStock;
    if (isRecounted) await setStock(tx, row.id, row.importedStock);
    const isBackorderSet = columns.includes("backorder") && (await setBackorder(tx, row.id, row.backorder));
    if (Object.keys(set).length === 0 && !isRecounted && !isBackorderSet) continue;
    // Of a count too: a form of before it would add its "+5" once more.
    await tx
      .update(product)
      .set({ ...set, revision })
      .where(eq(product.id, row.id));
    changed += 1;
  }
  return { changed, changes: await tracked.findChanges() };
}

async function readRows(tx: Tx, ids: readonly string[]) {
  const found = new Map<string, typeof product.$inferSelect>();
  for (const some of splitIntoChunks(ids))
    for (const row of await tx.select().from(product).where(isAnyOf(product.id, some)))
      found.set(row.id, row);
  return found;
}
