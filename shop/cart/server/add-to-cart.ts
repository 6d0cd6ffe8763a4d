import type { Context } from "#platform/context.ts";
import { sendTogether } from "#platform/database/database.ts";
import { refuse } from "#platform/http/refuse.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { holdAccount } from "#shop/accounts/server/index.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { getMaxQuantity } from "#shop/inventory/max-quantity.ts";
import { changeCart } from "./change-cart.ts";

/** `$4` is what the stock allows of the product in all. */
const addLine = defineStatement<
  [accountId: string, productId: string, quantity: number, most: number, now: Date]
>(`
  insert into cart_line (account_id, product_id, quantity, added_at, updated_at)
    values ($1, $2, least($3::integer, $4::integer), $5, $5)
    on conflict (account_id, product_id)
      do update set quantity = least(cart_line.quantity + $3, $4), updated_at = $5`);

/**
 * Adds pieces, up to what the stock allows; two tabs at once add up. Refuses `gone`, `sold_out`, `too_many`, and
 * `not_found` to an account that is being deleted.
 */
export async function addPieces(
  context: Context,
  accountId: string,
  requested: { productId: string; quantity: number },
) {
  const product = findProductSummary(context, requested.productId);
  if (!product) return refuse("gone");
  if (isSoldOut(product)) return refuse("sold_out");
  return changeCart(context, accountId, async (tx) => {
    const [account] = await sendTogether([
      // A line that came after the account was deleted would stay for ever.
      holdAccount(tx, accountId),
      addLine(tx, accountId, product._id, requested.quantity, getMaxQuantity(product), context.now()),
    ]);
    return account ? null : refuse("not_found");
  });
}
