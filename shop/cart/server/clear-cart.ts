import type { Context } from "#platform/context.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { changeCart } from "./change-cart.ts";

/** Empties a customer's cart. */
export const clearCart = defineStatement<[accountId: string]>("delete from cart_line where account_id = $1");

/** The customer empties the cart. Refuses `too_many`. */
export const clearOwnCart = (context: Context, accountId: string) =>
  changeCart(context, accountId, async (tx) => {
    await clearCart(tx, accountId);
    return null;
  });
