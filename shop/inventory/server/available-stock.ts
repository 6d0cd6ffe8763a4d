import { and, eq, isNotNull } from "drizzle-orm";
import type { Db, Tx } from "#platform/database.ts";
import { stock } from "./tables.ts";

/** What can still be had; null for a piece made to order (D22). A recount may lie below what is reserved. */
export const calculateAvailable = ({
  onHand,
  reserved,
}: {
  onHand: number | null;
  reserved: number;
}): number | null => (onHand === null ? null : Math.max(0, onHand - reserved));

/** How many pieces of each counted product of the shop can still be had; goods made to order are not among them. */
export async function readAllAvailableStock(db: Db | Tx): Promise<ReadonlyMap<string, number>> {
  const { productId, onHand, reserved } = stock;
  const rows = await db
    .select({ productId, onHand, reserved })
    .from(stock)
    .where(and(isNotNull(onHand), eq(stock.withdrawn, false)));
  return new Map(rows.map((row) => [row.productId, calculateAvailable(row) ?? 0]));
}

export type StockLevel = Omit<typeof stock.$inferSelect, "base" | "withdrawn">;

/** The figures of every product that was ever in the shop, by its id. */
export async function readStockLevels(db: Db | Tx): Promise<ReadonlyMap<string, StockLevel>> {
  const { productId, onHand, reserved, importedCount } = stock;
  const rows = await db.select({ productId, onHand, reserved, importedCount }).from(stock);
  return new Map(rows.map((row) => [row.productId, row]));
}
