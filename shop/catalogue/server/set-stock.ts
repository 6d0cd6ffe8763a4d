import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { product } from "./tables.ts";

/** Counts the shelf anew: how many pieces are in the workshop, reserved ones included; null is made to order (D22). */
export async function setStock(context: Context, productId: string, onHand: number | null): Promise<boolean> {
  const counted = await context.db
    .update(product)
    .set({ onHand })
    .where(eq(product.id, productId))
    .returning({ id: product.id });
  return counted.length > 0;
}
