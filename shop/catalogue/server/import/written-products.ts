import { eq } from "drizzle-orm";
import { toRupees } from "#contract/money.ts";
import { omitAbsent } from "#contract/read.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf, splitIntoChunks } from "#platform/database/statement.ts";
import { readStockLevels } from "#shop/inventory/server/index.ts";
import { ownerColumns } from "../catalogue-changes.ts";
import { product } from "../tables.ts";
import type { WrittenProduct } from "../owner-folder/spreadsheet.ts";

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
  return omitAbsent({
    slug: id,
    ...columns,
    name: named,
    size: sizes.length > 0 ? sizes : null,
    price: toRupees(price),
    originalPrice: toRupees(originalPrice),
    stock: level?.onHand,
    backorder: level?.backorder || null,
    hidden: hiddenByHand,
    images: images.map(({ name }) => name),
    alt: alt.length > 0 ? alt : null,
    variantImages: variantImages.length > 0 ? variantImages.map(({ name }) => name) : null,
    createdAt: createdAt.toISOString(),
    seo: codes,
  });
}
