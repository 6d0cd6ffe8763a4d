import { SECOND } from "#contract/time.ts";
import type { Db } from "#platform/database/database.ts";
import { readChangedStock } from "#shop/inventory/server/index.ts";
import type { Snapshot } from "./load-snapshot.ts";
import type { ProductSummary } from "./product-summary.ts";

/** A figure is to be seen a moment after it was written: what was written so shortly before a look is read once more. */
const LATE_MS = 60 * SECOND;

/** The products of which another number can be had now. */
export async function readMovedStock(
  db: Db,
  { products, stockReadAt }: Pick<Snapshot, "products" | "stockReadAt">,
): Promise<ProductSummary[]> {
  const stock = await readChangedStock(db, new Date(stockReadAt.getTime() - LATE_MS));
  return [...stock].flatMap(([productId, available]) => {
    const before = products.get(productId);
    const now = available ?? undefined;
    return before && before.stock !== now ? [{ ...before, stock: now }] : [];
  });
}
