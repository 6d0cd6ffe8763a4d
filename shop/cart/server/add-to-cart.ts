import { sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import { holdAccount } from "#server/accounts";
import { findProduct } from "#server/catalogue";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { getMaxQuantity } from "#shop/inventory/max-quantity.ts";
import { refuseTooManyChanges } from "./change-limit.ts";
import { findCart } from "./find-cart.ts";
import { cartLine } from "./tables.ts";

/**
 * Adds pieces, up to what the stock allows; two tabs at once add up. Refuses `gone`, `sold_out`, `too_many`, and
 * `not_found` to an account that is being deleted.
 */
export async function addPieces(
  context: Context,
  accountId: string,
  requested: { productId: string; quantity: number },
) {
  const refused = await refuseTooManyChanges(context, accountId);
  if (refused) return refused;
  const product = findProduct(context, requested.productId);
  if (!product) return refuse("gone");
  if (isSoldOut(product)) return refuse("sold_out");

  const most = getMaxQuantity(product);
  const now = context.now();
  const added = await context.transact(async (tx) => {
    // A line that came after the account was deleted would stay for ever.
    if (!(await holdAccount(tx, accountId))) return false;
    await tx
      .insert(cartLine)
      .values({
        accountId,
        productId: product._id,
        quantity: Math.min(requested.quantity, most),
        addedAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [cartLine.accountId, cartLine.productId],
        set: {
          quantity: sql`least(${cartLine.quantity} + ${requested.quantity}, ${most}::integer)`,
          updatedAt: now,
        },
      });
    return true;
  });
  return added ? findCart(context, accountId) : refuse("not_found");
}
