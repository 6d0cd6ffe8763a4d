import { desc, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { readStockLevels } from "#server/inventory";
import { product } from "../tables.ts";

/**
 * The products as the owner knows them, newest first: those in the shop, or those that are not. `listed` is what the
 * JSON of the command calls "is in the owner's list".
 */
export async function findStoredProducts({ db }: Context, hidden: boolean) {
  const levels = await readStockLevels(db);
  const rows = await db
    .select({
      id: product.id,
      title: product.title,
      price: product.price,
      originalPrice: product.originalPrice,
      discount: product.discount,
      collection: product.collection,
      hidden: product.hidden,
      inOwnerList: product.inOwnerList,
    })
    .from(product)
    .where(eq(product.hidden, hidden))
    .orderBy(desc(product.createdAt), product.id);
  return rows.map(({ hidden, inOwnerList, ...row }) => {
    const { onHand = null, reserved = 0 } = levels.get(row.id) ?? {};
    return { ...row, onHand, reserved, hidden, listed: inOwnerList };
  });
}
