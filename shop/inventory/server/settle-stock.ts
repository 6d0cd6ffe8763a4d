import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "#platform/database.ts";
import { hasEnded, listMovements, record, type StockLine } from "./stock-ledger.ts";
import { stock } from "./tables.ts";

/** Gives reserved goods back: the order was cancelled or never paid. Once, however often it is asked. */
export async function releaseStock(tx: Tx, orderId: string): Promise<void> {
  for (const { productId, quantity } of await endReservation(tx, orderId, "release")) {
    await tx
      .update(stock)
      .set({ reserved: sql`${stock.reserved} - ${quantity}` })
      .where(eq(stock.productId, productId));
  }
}

/** Takes reserved goods out of the workshop: the order is paid. Once, however often it is asked. */
export async function commitStock(tx: Tx, orderId: string): Promise<void> {
  for (const { productId, quantity } of await endReservation(tx, orderId, "commit")) {
    await tx
      .update(stock)
      .set({
        reserved: sql`${stock.reserved} - ${quantity}`,
        onHand: sql`case when ${stock.onHand} is not null then greatest(${stock.onHand} - ${quantity}, 0) end`,
        // Sold more than the count knew of: then the count was that much too low.
        base: sql`${stock.base} + greatest(${quantity} - ${stock.onHand}, 0)`,
      })
      .where(eq(stock.productId, productId));
  }
}

/** Puts sold goods back into the stock: a paid order was cancelled. Once, however often it is asked. */
export async function restock(tx: Tx, orderId: string): Promise<void> {
  const past = await listMovements(tx, orderId);
  const turn = past.at(-1)?.turn ?? 0;
  const sold = past.filter((movement) => movement.turn === turn && movement.kind === "commit");
  for (const { productId, quantity } of await record(tx, orderId, turn, "restock", sold)) {
    await tx
      .update(stock)
      .set({ onHand: sql`${stock.onHand} + ${quantity}` })
      .where(and(eq(stock.productId, productId), isNotNull(stock.onHand)));
  }
}

/** Ends the open reservation one way or the other; what comes back is what this call ended. */
async function endReservation(tx: Tx, orderId: string, kind: "release" | "commit"): Promise<StockLine[]> {
  const past = await listMovements(tx, orderId);
  const turn = past.at(-1)?.turn ?? 0;
  if (hasEnded(past, turn, ["release", "commit"])) return [];
  const held = past.filter((movement) => movement.turn === turn && movement.kind === "reserve");
  return record(tx, orderId, turn, kind, held);
}
