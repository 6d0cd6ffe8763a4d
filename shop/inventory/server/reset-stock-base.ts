import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";

/**
 * Begins the ledger of these products again from the number that was just written: `listStockErrors` proves the stock
 * against it. Call it in the same transaction, after the count. What moved the stock before is to be seen by then,
 * and what comes later waits for the row of the product.
 */
export async function resetStockBase(tx: Tx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx.execute(sql`
    update stock set base = stock.on_hand + coalesce(moved.pieces, 0)
      from unnest(${sql.param([...productIds])}::text[]) as counted (id)
           left join lateral (select ${pieces} from stock_movement where product_id = counted.id) moved on true
     where stock.product_id = counted.id`);
}

const pieces = sql`sum(case kind when 'commit' then quantity when 'restock' then -quantity else 0 end)::int as pieces`;

/** How many pieces of each product orders took out of the workshop for good. */
export const piecesGone = sql`select product_id, ${pieces} from stock_movement group by product_id`;

const waitForMovements = defineStatement<[]>("lock table stock_movement in share row exclusive mode");

const sumReserved = defineStatement<[productIds: string[]]>(`
  update stock set reserved = held.pieces, changed_at = clock_timestamp()
    from (select product_id, sum(quantity)::int as pieces
            from stock_movement reserved
           where product_id = any($1) and kind = 'reserve'
             and not exists (select 1 from stock_movement ended
                              where ended.order_id = reserved.order_id and ended.product_id = reserved.product_id
                                and ended.turn = reserved.turn and ended.kind in ('release', 'commit'))
           group by product_id) held
   where stock.product_id = held.product_id and on_hand is not null`);

/**
 * Sums up what open orders hold of goods that were made to order until now: nothing was added up for those. Orders that
 * are being placed are waited for, and those that come now wait, so call it last.
 */
export async function countReserved(tx: Tx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await waitForMovements(tx);
  await sumReserved(tx, [...productIds]);
}
