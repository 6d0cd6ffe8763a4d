import { and, eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import { findProduct } from "#server/catalogue";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { limitQuantity } from "../cart-quantity.ts";
import { refuseTooManyChanges } from "./change-limit.ts";
import { findCart } from "./find-cart.ts";
import { removeLine } from "./remove-from-cart.ts";
import { cartLine } from "./tables.ts";

/**
 * Sets a line that is there to so many pieces, at most what the stock allows; 0 removes it (D15).
 * Refuses `gone`, `sold_out`, `not_in_cart`, `too_many`.
 */
export async function setQuantity(
  context: Context,
  accountId: string,
  { productId, quantity }: { productId: string; quantity: number },
) {
  if (quantity === 0) return removeLine(context, accountId, productId);
  const refused = await refuseTooManyChanges(context, accountId);
  if (refused) return refused;
  const product = findProduct(context, productId);
  if (!product) return refuse("gone");
  if (isSoldOut(product)) return refuse("sold_out");

  const updated = await context.db
    .update(cartLine)
    .set({ quantity: limitQuantity(product, quantity), updatedAt: context.now() })
    .where(and(eq(cartLine.accountId, accountId), eq(cartLine.productId, product._id)))
    .returning({ productId: cartLine.productId });
  return updated.length > 0 ? findCart(context, accountId) : refuse("not_in_cart");
}
