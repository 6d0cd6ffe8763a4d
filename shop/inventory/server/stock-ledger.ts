import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { stock, stockMovement } from "./tables.ts";

export interface StockLine {
  productId: string;
  quantity: number;
}

export const listIds = (lines: readonly Pick<StockLine, "productId">[]): string[] =>
  lines.map(({ productId }) => productId);

export type Movement = typeof stockMovement.$inferSelect;

/**
 * Lists an order's movements. First locks its reservations in a separate statement: a statement that waits for a
 * lock does not see rows that another transaction commits meanwhile.
 */
export async function listMovements(tx: Tx, orderId: string): Promise<Movement[]> {
  const { productId, turn, kind } = stockMovement;
  const ofOrder = eq(stockMovement.orderId, orderId);
  await tx
    .select({ productId })
    .from(stockMovement)
    .where(and(ofOrder, eq(kind, "reserve")))
    .orderBy(turn, productId)
    .for("update");
  return tx.select().from(stockMovement).where(ofOrder).orderBy(turn, productId);
}

export async function record(
  tx: Tx,
  orderId: string,
  turn: number,
  kind: Movement["kind"],
  lines: readonly StockLine[],
): Promise<StockLine[]> {
  if (lines.length === 0) return [];
  await lockStock(tx, listIds(lines));
  const inserted = await tx
    .insert(stockMovement)
    .values(lines.map(({ productId, quantity }) => ({ orderId, productId, turn, kind, quantity })))
    .onConflictDoNothing()
    .returning({ productId: stockMovement.productId });
  const insertedIds = new Set(inserted.map(({ productId }) => productId));
  return lines.filter(({ productId }) => insertedIds.has(productId));
}

export async function addToRestocked(
  tx: Tx,
  orderId: string,
  turn: number,
  pieces: readonly StockLine[],
): Promise<readonly StockLine[]> {
  if (pieces.length === 0) return pieces;
  await lockStock(tx, listIds(pieces));
  await tx
    .insert(stockMovement)
    .values(pieces.map((piece) => ({ ...piece, orderId, turn, kind: "restock" as const })))
    .onConflictDoUpdate({
      target: [stockMovement.orderId, stockMovement.productId, stockMovement.turn, stockMovement.kind],
      set: { quantity: sql`${stockMovement.quantity} + excluded.quantity` },
    });
  return pieces;
}

export type StockState = Omit<typeof stock.$inferSelect, "base" | "changedAt">;

export type StockStates = ReadonlyMap<string, StockState>;

const columns = `product_id as "productId", on_hand as "onHand", reserved, backorder, withdrawn`;

/** Reads the stock without a lock, so that orders of products made to order do not wait for each other. */
export const selectStock = defineStatement<[productIds: string[]], StockState>(
  `select ${columns} from stock where product_id = any($1)`,
);

export const selectChangedStock = defineStatement<[since: Date], StockState>(
  `select ${columns} from stock where changed_at > $1`,
);

/** Locks and reads the stock of the products, always in the same order, so that no deadlock occurs. */
export const lockStock = defineStatement<[productIds: string[]], StockState>(
  `select ${columns} from stock where product_id = any($1) order by product_id collate "C" for no key update`,
);
