import { eq, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { countReserved, resetStockBase } from "./reset-stock-base.ts";
import { lockStock } from "./stock-state.ts";
import { NOW, stock } from "./tables.ts";

/**
 * Writes down a new count: how many pieces are in the workshop, reserved ones included; null is made to order (D22).
 * False when there is no such product.
 */
export const setStock = (context: Context, productId: string, onHand: number | null): Promise<boolean> =>
  context.transact(async (tx) => {
    const [before] = await lockStock(tx, [productId]);
    if (!before) return false;
    const reserved = onHand === null ? 0 : sql`${stock.reserved}`;
    await tx.update(stock).set({ onHand, reserved, changedAt: NOW }).where(eq(stock.productId, productId));
    await resetStockBase(tx, [productId]);
    if (before.onHand === null && onHand !== null) await countReserved(tx, [productId]);
    return true;
  });
