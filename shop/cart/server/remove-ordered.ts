import { sendTogether, type Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";

/** Another device may be changing them: what it wrote counts. */
const lockLines = defineStatement<[accountId: string, productIds: string[]]>(`
  select 1 from cart_line where account_id = $1 and product_id = any($2)
   order by product_id collate "C" for update`);

const takeOut = defineStatement<[accountId: string, productIds: string[], quantities: number[]]>(`
  with ordered as (
    select * from unnest($2::text[], $3::int[]) as line (product_id, quantity)
  ), removed as (
    delete from cart_line using ordered
     where account_id = $1 and cart_line.product_id = ordered.product_id and cart_line.quantity <= ordered.quantity
  )
  update cart_line set quantity = cart_line.quantity - ordered.quantity from ordered
   where account_id = $1 and cart_line.product_id = ordered.product_id and cart_line.quantity > ordered.quantity`);

/**
 * Takes what was ordered out of a customer's cart, in the transaction of the order. What another device has added
 * since stays there (D102).
 */
export const removeOrderedLines = async (
  tx: Tx,
  accountId: string,
  lines: readonly { productId: string; quantity: number }[],
): Promise<unknown> => {
  const productIds = lines.map(({ productId }) => productId);
  return sendTogether([
    lockLines(tx, accountId, productIds),
    takeOut(
      tx,
      accountId,
      productIds,
      lines.map(({ quantity }) => quantity),
    ),
  ]);
};
