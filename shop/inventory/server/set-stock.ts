import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { noteCount } from "./note-count.ts";
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
    await noteCount(
      tx,
      counted.map(({ productId }) => productId),
    );
    return counted.length > 0;
  });
