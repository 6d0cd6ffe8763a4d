import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "#platform/database.ts";
import { calculateAvailable } from "./available-stock.ts";
import { hasEnded, listMovements, record, type StockLine } from "./stock-ledger.ts";
import { stock } from "./tables.ts";

/** What could not be had: `available` is what was there instead, 0 for a product that has left the shop. */
export interface Shortage {
  productId: string;
  wanted: number;
  available: number;
}

/**
 * Reserves the goods of an order, or says what is missing; then the caller must roll back (`rollBackIfRefused`).
 * An order that holds its goods already keeps them. Never oversells (T14, D22); a piece made to order is always there.
 */
export async function reserveStock(
  tx: Tx,
  orderId: string,
  lines: readonly StockLine[],
): Promise<null | Shortage[]> {
  const past = await listMovements(tx, orderId);
  const turn = past.at(-1)?.turn ?? 0;
  if (turn > 0 && !hasEnded(past, turn, ["release", "restock"])) return null;

  const wanted = mergeLines(lines);
  const reserved = await record(tx, orderId, turn + 1, "reserve", wanted);
  const shortages: Shortage[] = [];
  for (const { productId, quantity } of reserved) {
    const taken = await tx
      .update(stock)
      .set({ reserved: sql`${stock.reserved} + ${quantity}` })
      .where(
        and(
          eq(stock.productId, productId),
          eq(stock.withdrawn, false),
          or(isNull(stock.onHand), sql`${stock.onHand} - ${stock.reserved} >= ${quantity}`),
        ),
      )
      .returning({ productId: stock.productId });
    if (taken.length === 0)
      shortages.push({ productId, wanted: quantity, available: await readAvailable(tx, productId) });
  }
  return shortages.length > 0 ? shortages : null;
}

/** One line a product. */
function mergeLines(lines: readonly StockLine[]): StockLine[] {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw new Error(`Not a quantity: ${quantity} of ${productId}`);
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
}

async function readAvailable(tx: Tx, productId: string): Promise<number> {
  const { onHand, reserved } = stock;
  const [row] = await tx
    .select({ onHand, reserved })
    .from(stock)
    .where(and(eq(stock.productId, productId), eq(stock.withdrawn, false)));
  return row ? (calculateAvailable(row) ?? 0) : 0;
}
