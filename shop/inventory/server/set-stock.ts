import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { resetStockBase } from "./reset-stock-base.ts";
import { stock } from "./tables.ts";

/**
 * Writes down a new count: how many pieces are in the workshop, reserved ones included; null is made to order (D22).
 * False when there is no such product.
 */
export const setStock = (context: Context, productId: string, onHand: number | null): Promise<boolean> =>
  context.transact(async (tx) => {
    const counted = await tx
      .update(stock)
      .set({ onHand })
      .where(eq(stock.productId, productId))
      .returning({ productId: stock.productId });
    await resetStockBase(
      tx,
      counted.map(({ productId }) => productId),
    );
    return counted.length > 0;
  });
