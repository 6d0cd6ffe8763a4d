import { and, asc, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf, defineStatement } from "#platform/database/statement.ts";
import { pieceToSend, stock } from "./tables.ts";

/**
 * Calculates the available stock; null for a product made to order (D22). A recount may be lower than the reserved
 * number.
 */
export const calculateAvailable = ({
  onHand,
  reserved,
}: {
  onHand: number | null;
  reserved: number;
}): number | null => (onHand === null ? null : Math.max(0, onHand - reserved));

interface Figures {
  productId: string;
  onHand: number | null;
  reserved: number;
  backorder: boolean;
}

/** Available stock by product; null for a product made to order, or if it can be ordered beyond the stock. */
type AvailableStock = ReadonlyMap<string, number | null>;

/** The availability on a product's page: `ready` is the number in stock of a product with backorder. */
export interface StockSeen {
  stock: number | undefined;
  ready: number | undefined;
}

const figures = `select product_id as "productId", on_hand as "onHand", reserved, backorder from stock`;

const selectStock = defineStatement<[productIds: string[]], Figures>(`${figures} where product_id = any($1)`);

const selectChanged = defineStatement<[since: Date], Figures>(`${figures} where changed_at > $1`);

/** Reads the available stock of these products. */
export async function readAvailableStock(
  db: Db | Tx,
  productIds: readonly string[],
): Promise<AvailableStock> {
  const rows = await selectStock(db, [...productIds]);
  return new Map(rows.map((row) => [row.productId, row.backorder ? null : calculateAvailable(row)]));
}

/** Reads what shoppers see of the stock of these products. */
export const readSeenStock = async (
  db: Db | Tx,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, StockSeen>> => toSeen(await selectStock(db, [...productIds]));

/** Like `readSeenStock`, for products whose stock changed after `since`, a time of the database's clock. */
export const readChangedStock = async (db: Db | Tx, since: Date): Promise<ReadonlyMap<string, StockSeen>> =>
  toSeen(await selectChanged(db, since));

const toSeen = (rows: readonly Figures[]): ReadonlyMap<string, StockSeen> =>
  new Map(
    rows.map((row) => {
      const pieces = calculateAvailable(row) ?? undefined;
      return [
        row.productId,
        row.backorder ? { stock: undefined, ready: pieces } : { stock: pieces, ready: undefined },
      ];
    }),
  );

/** The counted number in the workshop, which includes paid pieces until their parcel is shipped. */
interface StockLevel {
  productId: string;
  /** Number of pieces in the workshop, including those of open orders; null for a product made to order (D22). */
  onHand: number | null;
  /** Number of pieces reserved by orders that are unpaid or not shipped; 0 for a product made to order. */
  reserved: number;
  base: number | null;
  backorder: boolean;
}

/** Reads the stock levels of these products, or of all products including removed ones, by id. */
export async function readStockLevels(
  db: Db | Tx,
  productIds?: readonly string[],
): Promise<ReadonlyMap<string, StockLevel>> {
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

interface ScarceProduct {
  productId: string;
  /** Number of pieces that can be ordered now. */
  left: number;
}

/** Returns counted products with at most this number of pieces, fewest first. */
export async function listScarceProducts(db: Db, limit: number): Promise<ScarceProduct[]> {
  const available = sql`${stock.onHand} - ${stock.reserved}`;
  const rows = await db
    .select({ productId: stock.productId, onHand: stock.onHand, reserved: stock.reserved })
    .from(stock)
    .where(and(sql`${stock.onHand} is not null`, eq(stock.withdrawn, false), sql`${available} <= ${limit}`))
    .orderBy(available, asc(stock.productId));
  return rows.map((row) => ({ productId: row.productId, left: calculateAvailable(row) ?? 0 }));
}
