import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { setBackorder, setStock } from "#shop/inventory/server/index.ts";
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
  { columns, revision }: { columns: readonly string[]; revision: number },
): Promise<{ changed: number; changes: ProductChange[] }> {
  const names = [...new Set(columns.flatMap((column) => changedBy[column] ?? []))];
  const tracked = await trackProducts(tx, rows.map(({ id }) => id).toSorted(), {
    counts: columns.includes("stock"),
  });
  const touched = new Set<string>();
  for (const row of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const [before] = await tx.select().from(product).where(eq(product.id, row.id));
    const set = Object.fromEntries(
      names
        .filter((name) => !isDeepStrictEqual(before?.[name as keyof typeof before], row[name]))
        .map((name) => [name, row[name]]),
    );
    if (Object.keys(set).length > 0) {
      await tx
        .update(product)
        .set({ ...set, revision })
        .where(eq(product.id, row.id));
      touched.add(row.id);
    }
    if (columns.includes("backorder") && (await setBackorder(tx, row.id, row.backorder))) touched.add(row.id);
    if (columns.includes("stock") && tracked.getCount(row.id) !== row.importedStock) {
      await setStock(tx, row.id, row.importedStock);
      touched.add(row.id);
    }
  }
  return { changed: touched.size, changes: await tracked.findChanges() };
}
