import type { Db } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { product } from "../tables.ts";

/** What products were called that may have left the shop, in no order; nothing for those it never had (D91). */
export async function findTitles(db: Db, productIds: readonly string[]): Promise<string[]> {
  const rows = await db.select({ title: product.title }).from(product).where(isAnyOf(product.id, productIds));
  return rows.map(({ title }) => title);
}
