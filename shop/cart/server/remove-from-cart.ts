import type { Context } from "#platform/context.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { changeCart } from "./change-cart.ts";

const deleteLine = defineStatement<[accountId: string, productId: string]>(
  "delete from cart_line where account_id = $1 and product_id = $2",
);

/** Removes a line; one that is not there is as good as removed. Refuses `too_many`. */
export const removeLine = (context: Context, accountId: string, productId: string) =>
  changeCart(context, accountId, async (tx) => {
    await deleteLine(tx, accountId, productId);
    return null;
  });
