import { toRupees } from "#contract/money.ts";
import { omitAbsent } from "#contract/read.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf, splitIntoChunks } from "#platform/database/statement.ts";
import { readStockLevels } from "#shop/inventory/server/index.ts";
import { product } from "../tables.ts";
import type { WrittenProduct } from "../owner-folder/spreadsheet.ts";

export async function readWrittenProducts(
  db: Db | Tx,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, WrittenProduct>> {
  const matches = new Map<string, WrittenProduct>();
  for (const chunk of splitIntoChunks(slugs)) {
    const levels = await readStockLevels(db, chunk);
    const rows = await db.select().from(product).where(isAnyOf(product.id, chunk));
    for (const row of rows) matches.set(row.id, toWritten(row, levels.get(row.id)));
  }
  return matches;
}

type Level = { onHand: number | null; backorder: boolean };

function toWritten(row: typeof product.$inferSelect, level: Level | undefined): WrittenProduct {
  const { named, ...seo } = row.seo;
  // The list of alt texts has no gaps, so it ends at the first picture without an alt text.
  const firstWithoutAlt = row.images.findIndex((image) => !image.alt);
  const alt = row.images
    .slice(0, firstWithoutAlt < 0 ? undefined : firstWithoutAlt)
    .map((image) => image.alt ?? "");
  return omitAbsent({
    slug: row.id,
    title: row.title,
    name: named,
    category: row.category,
    subcategory: row.subcategory,
    collection: row.collection,
    materials: row.materials,
    size: row.sizes.length > 0 ? row.sizes : null,
    price: toRupees(row.price),
    originalPrice: toRupees(row.originalPrice),
    discount: row.discount,
    stock: level?.onHand,
    leadDays: row.leadDays,
    backorder: level?.backorder || null,
    hidden: row.hiddenByHand,
    description: row.description,
    care: row.care,
    hsn: row.hsn,
    netWeight: row.netWeight,
    finish: row.finish,
    origin: row.origin,
    pieces: row.pieces,
    manufacturer: row.manufacturer,
    maker: row.maker,
    shelf: row.shelf,
    weight: row.weight,
    packed: row.packed,
    images: row.images.map(({ name }) => name),
    alt: alt.length > 0 ? alt : null,
    variantImages: row.variantImages.length > 0 ? row.variantImages.map(({ name }) => name) : null,
    createdAt: row.createdAt.toISOString(),
    sales: row.sales,
    featuredRank: row.featuredRank,
    seo,
  });
}
