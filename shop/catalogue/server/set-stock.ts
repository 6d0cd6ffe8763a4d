import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { noteCount } from "./note-count.ts";
import { product } from "./tables.ts";

/**
 * Counts the shelf anew: how many pieces are in the workshop, reserved ones included; null is made to order (D22).
 * False when there is no such product.
 */
export const setStock = (context: Context, productId: string, onHand: number | null): Promise<boolean> =>
  context.transact(async (tx) => {
    const counted = await tx
      .update(product)
      .set({ onHand })
      .where(eq(product.id, productId))
      .returning({ id: product.id });
    await noteCount(
      tx,
      counted.map(({ id }) => id),
    );
    return counted.length > 0;
  });
