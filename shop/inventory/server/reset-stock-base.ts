import { sql } from "drizzle-orm";
import type { Tx } from "#platform/database.ts";

/**
 * Begins the ledger of these products again from the number that was just written: `auditStock` proves the stock
 * against it. Call it in the same transaction, after the count. What moved the stock before is to be seen by then,
 * and what comes later waits for the row of the product.
 */
export async function resetStockBase(tx: Tx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx.execute(sql`
    update stock set base = stock.on_hand + coalesce(moved.pieces, 0)
      from unnest(${sql.param([...productIds])}::text[]) as counted (id)
           left join (${piecesGone}) moved on moved.product_id = counted.id
     where stock.product_id = counted.id`);
}

/** How many pieces of each product orders took out of the workshop for good. */
export const piecesGone = sql`
  select product_id, sum(case kind when 'commit' then quantity when 'restock' then -quantity else 0 end)::int as pieces
    from stock_movement group by product_id`;
