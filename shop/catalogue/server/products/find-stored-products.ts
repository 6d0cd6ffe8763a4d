import { isAnyOf } from "#platform/database/statement.ts";
import type { Context } from "#platform/context.ts";
import { readStockLevels } from "#shop/inventory/server/index.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { refreshSnapshot, getSnapshot } from "../snapshot/snapshot.ts";
import { product } from "../tables.ts";
import { findHidden } from "./find-hidden.ts";
import { isSearched, type StoredProductQuery } from "./stored-product-query.ts";

/**
 * The products as the owner knows them, newest first, and whether there are more of them. `listed` is what the JSON of
 * the command calls "is in the owner's list".
 */
export async function findStoredProducts(context: Context, query: StoredProductQuery) {
  const ids = query.hidden ? await findHidden(context, query) : await findVisible(context, query);
  return { rows: await readRows(context, ids.slice(0, query.most)), hasMore: ids.length > query.most };
}

/** Those in the shop, from memory: the first ones, and one more than are wanted. */
async function findVisible(
  context: Context,
  { limited, search, most }: StoredProductQuery,
): Promise<string[]> {
  await refreshSnapshot(context);
  const ids: string[] = [];
  for (const { _id: id, title, stock } of getSnapshot(context).products.listBy(DEFAULT_SORTING)) {
    if ((limited && stock === undefined) || !isSearched({ id, title }, search)) continue;
    if (ids.push(id) > most) break;
  }
  return ids;
}

/** In the order of their ids here. */
async function readRows({ db }: Context, ids: readonly string[]) {
  const levels = await readStockLevels(db, ids);
  const rows = await db
    .select({
      id: product.id,
      title: product.title,
      price: product.price,
      originalPrice: product.originalPrice,
      discount: product.discount,
      collection: product.collection,
      hsn: product.hsn,
      hidden: product.hidden,
      inOwnerList: product.inOwnerList,
    })
    .from(product)
    .where(isAnyOf(product.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const found = byId.get(id);
    if (!found) return [];
    const { hidden, inOwnerList, ...row } = found;
    const { onHand = null, reserved = 0 } = levels.get(id) ?? {};
    return { ...row, onHand, reserved, hidden, listed: inOwnerList };
  });
}
