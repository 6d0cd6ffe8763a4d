import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { limitQuantity } from "../cart-quantity.ts";
import { changeCart } from "./change-cart.ts";
import { removeLine } from "./remove-from-cart.ts";

const updateLine = defineStatement<
  [accountId: string, productId: string, quantity: number, now: Date],
  { quantity: number }
>(`
  update cart_line set quantity = $3, updated_at = $4 where account_id = $1 and product_id = $2
    returning quantity`);

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
  const product = findProductSummary(context, productId);
  if (!product) return refuse("gone");
  if (isSoldOut(product)) return refuse("sold_out");
  return changeCart(context, accountId, async (tx) => {
    const pieces = limitQuantity(product, quantity);
    const [updated] = await updateLine(tx, accountId, product._id, pieces, context.now());
    return updated ? null : refuse("not_in_cart");
  });
}
