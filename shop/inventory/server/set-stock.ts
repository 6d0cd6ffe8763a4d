import { and, eq, ne, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { isAnyOf, defineStatement } from "#platform/database/statement.ts";
import { readStockLevels } from "./available-stock.ts";
import { lockStock, type StockState } from "./stock-ledger.ts";
import { NOW, pieceToSend, stock } from "./tables.ts";

/**
 * Stores the number of pieces in the workshop, including reserved and unshipped ones; null if made to order (D22).
 * Returns false for an unknown product.
 */
export async function setStock(tx: Tx, productId: string, count: number | null): Promise<boolean> {
  const [previous] = await lockStock(tx, [productId]);
  if (!previous) return false;
  const onHand = count === null ? null : count - ((await readToSend(tx, [productId])).get(productId) ?? 0);
  const reserved = count === null ? 0 : sql`${stock.reserved}`;
  await tx.update(stock).set({ onHand, reserved, changedAt: NOW }).where(eq(stock.productId, productId));
  await resetStockBase(tx, [productId]);
  if (previous.onHand === null && count !== null) await countReserved(tx, [productId]);
  return true;
}

/**
 * Returns the number of sold, unshipped pieces of each product. Lock the stock first, because a sale changes the stock
 * and this number together.
 */
async function readToSend(tx: Tx, productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.select().from(pieceToSend).where(isAnyOf(pieceToSend.productId, productIds));
  return new Map(rows.map(({ productId, pieces }) => [productId, pieces]));
}

export async function setBackorder(tx: Tx, productId: string, isBackorder: boolean): Promise<boolean> {
  const changed = await tx
    .update(stock)
    .set({ backorder: isBackorder, changedAt: NOW })
    .where(and(eq(stock.productId, productId), ne(stock.backorder, isBackorder)))
    .returning({ productId: stock.productId });
  return changed.length > 0;
}

export async function lockCounts(tx: Tx, productIds: readonly string[]) {
  await lockStock(tx, [...productIds]);
  return readStockLevels(tx, productIds);
}

/** Undoes a count, unless the stock was counted again (`base` differs). Returns why it cannot be undone, or null. */
export async function undoCount(
  tx: Tx,
  productId: string,
  { from, to, base }: { from: number | null; to: number | null; base: number | null },
): Promise<string | null> {
  const current = (await lockCounts(tx, [productId])).get(productId);
  if (!current) return "the product does not exist any more, so this cannot be undone.";
  if (current.base !== base || (current.onHand === null) !== (to === null))
    return "the stock was set again later. Undo the later change first.";
  const onHand = from === null || to === null || current.onHand === null ? from : current.onHand + from - to;
  if (onHand !== null && onHand < 0)
    return `the former stock was ${from ?? 0}, but more pieces have been sold since this count. Set the stock of the product instead.`;
  await setStock(tx, productId, onHand);
  return null;
}

type AddedStock = Pick<StockState, "productId" | "onHand" | "withdrawn" | "backorder">;

/**
 * Stores the stock of added products. To avoid deadlocks, `lines` must be sorted by product id, as orders lock
 * products in this order. Returns the ids of products that were made to order and now have a stock count. Call
 * `countReserved` for them as the last step of the transaction.
 */
export async function addStock(tx: Tx, lines: readonly AddedStock[]): Promise<string[]> {
  if (lines.length === 0) return [];
  const ids = lines.map(({ productId }) => productId);
  const previous = await lockStock(tx, ids);
  const toSend = await readToSend(tx, ids);
  await tx
    .insert(stock)
    .values(
      lines.map((line) => ({
        ...line,
        onHand: line.onHand === null ? null : line.onHand - (toSend.get(line.productId) ?? 0),
      })),
    )
    .onConflictDoUpdate({
      target: stock.productId,
      set: {
        onHand: sql`excluded.on_hand`,
        backorder: sql`excluded.backorder`,
        reserved: sql`case when excluded.on_hand is null then 0 else ${stock.reserved} end`,
        withdrawn: sql`excluded.withdrawn`,
        changedAt: NOW,
      },
    });
  await resetStockBase(tx, ids);
  const countedIds = new Set(lines.filter(({ onHand }) => onHand !== null).map(({ productId }) => productId));
  return previous
    .filter(({ productId, onHand }) => onHand === null && countedIds.has(productId))
    .map(({ productId }) => productId);
}

/** Prevents new orders of products, or allows them again. Existing reservations and sales do not change. */
export async function withdrawStock(
  tx: Tx,
  productIds: readonly string[],
  isWithdrawn: boolean,
): Promise<void> {
  if (productIds.length === 0) return;
  await tx
    .update(stock)
    .set({ withdrawn: isWithdrawn, changedAt: NOW })
    .where(isAnyOf(stock.productId, productIds));
}

/** Sets `base`, with which `listStockErrors` verifies the stock. Call it while the counted products are locked. */
async function resetStockBase(tx: Tx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx.execute(sql`
    update stock set base = stock.on_hand + coalesce(moved.pieces, 0)
      from unnest(${sql.param([...productIds])}::text[]) as counted (id)
           left join lateral (select ${pieces} from stock_movement where product_id = counted.id) moved on true
     where stock.product_id = counted.id`);
}

const pieces = sql`sum(case kind when 'commit' then quantity when 'restock' then -quantity else 0 end)::int as pieces`;

export const soldPieces = sql`select product_id, ${pieces} from stock_movement group by product_id`;

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

/** Sets `reserved` of newly counted products. Call this last: it blocks other movements until the commit. */
export async function countReserved(tx: Tx, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await waitForMovements(tx);
  await sumReserved(tx, [...productIds]);
}
