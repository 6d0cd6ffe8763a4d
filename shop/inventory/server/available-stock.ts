import { and, asc, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { selectChangedStock, selectStock, type StockState } from "./stock-ledger.ts";
import { pieceToSend, stock } from "./tables.ts";

/** Returns how many pieces can be ordered, at least 0. Null for a product made to order (D22). */
export const calculateAvailable = ({
  onHand,
  reserved,
}: Pick<StockState, "onHand" | "reserved">): number | null =>
  onHand === null ? null : Math.max(0, onHand - reserved);

/** The stock that shoppers see. A product that can be ordered beyond its stock has `ready` instead of `stock`. */
export interface ShownStock {
  stock: number | undefined;
  ready: number | undefined;
}

/** Returns how many pieces can be ordered, by product id. Null for an unlimited number. */
export async function readAvailableStock(
  db: Db | Tx,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await selectStock(db, [...productIds]);
  return new Map(rows.map((row) => [row.productId, row.backorder ? null : calculateAvailable(row)]));
}

export const readShownStock = async (
  db: Db | Tx,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ShownStock>> => toShown(await selectStock(db, [...productIds]));

/** Returns the shown stock of products that changed after `since`. `since` must be a time of the database's clock. */
export const readChangedStock = async (db: Db | Tx, since: Date): Promise<ReadonlyMap<string, ShownStock>> =>
  toShown(await selectChangedStock(db, since));

const toShown = (rows: readonly StockState[]): ReadonlyMap<string, ShownStock> =>
  new Map(
    rows.map((row) => {
      const pieces = calculateAvailable(row) ?? undefined;
      return [
        row.productId,
        row.backorder ? { stock: undefined, ready: pieces } : { stock: pieces, ready: undefined },
      ];
    }),
  );

/**
 * Returns the pieces in the workshop by product id, including paid pieces until they are shipped. `onHand` is null for
 * a product made to order (D22). Without ids, returns all products, even removed ones.
 */
export async function readStockLevels(db: Db | Tx, productIds?: readonly string[]) {
  const { productId, onHand, reserved, base, backorder } = stock;
  const toSend = sql`coalesce(${pieceToSend.pieces}, 0)`;
  const rows = await db
    .select({
      productId,
      onHand: sql<number | null>`case when ${onHand} is not null then greatest(${onHand} + ${toSend}, 0) end`,
      reserved: sql<number>`case when ${onHand} is null then 0 else ${reserved} + ${toSend} end`,
      base,
      backorder,
    })
    .from(stock)
    .leftJoin(pieceToSend, eq(pieceToSend.productId, productId))
    .where(productIds && isAnyOf(productId, productIds));
  return new Map(rows.map((row) => [row.productId, row]));
}

export async function listScarceProducts(db: Db, limit: number) {
  const available = sql`${stock.onHand} - ${stock.reserved}`;
  const rows = await db
    .select({ productId: stock.productId, onHand: stock.onHand, reserved: stock.reserved })
    .from(stock)
    .where(and(sql`${stock.onHand} is not null`, eq(stock.withdrawn, false), sql`${available} <= ${limit}`))
    .orderBy(available, asc(stock.productId));
  return rows.map((row) => ({ productId: row.productId, left: calculateAvailable(row) ?? 0 }));
}
