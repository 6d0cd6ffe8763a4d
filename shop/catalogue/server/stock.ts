import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "#platform/database.ts";
import { availableOf } from "./to-product.ts";
import { product, stockMovement } from "./tables.ts";

export interface StockLine {
  productId: string;
  /** A whole number from 1. */
  quantity: number;
}

/** What could not be had: `available` is what was there instead, 0 for a product that has left the shop. */
export interface Shortage {
  productId: string;
  wanted: number;
  available: number;
}

type Movement = typeof stockMovement.$inferSelect;
type Kind = Movement["kind"];

/**
 * Reserves the goods of an order, or says what is missing; then the caller must roll back (`undoneIfRefused`).
 * An order that holds its goods already keeps them. Never oversells (T14, D22); a piece made to order is always there.
 */
export async function takeStock(
  tx: Tx,
  orderId: string,
  lines: readonly StockLine[],
): Promise<null | Shortage[]> {
  const past = await movementsOf(tx, orderId);
  const turn = past.at(-1)?.turn ?? 0;
  if (turn > 0 && !endedIn(past, turn, ["release", "restock"])) return null;

  const wanted = merged(lines);
  const reserved = await record(tx, orderId, turn + 1, "reserve", wanted);
  const shortages: Shortage[] = [];
  for (const { productId, quantity } of reserved) {
    const taken = await tx
      .update(product)
      .set({ reserved: sql`${product.reserved} + ${quantity}` })
      .where(
        and(
          eq(product.id, productId),
          eq(product.hidden, false),
          or(isNull(product.onHand), sql`${product.onHand} - ${product.reserved} >= ${quantity}`),
        ),
      )
      .returning({ id: product.id });
    if (taken.length === 0)
      shortages.push({ productId, wanted: quantity, available: await availableNow(tx, productId) });
  }
  return shortages.length > 0 ? shortages : null;
}

/** Gives reserved goods back: the order was cancelled or never paid. Once, however often it is asked. */
export async function releaseStock(tx: Tx, orderId: string): Promise<void> {
  for (const { productId, quantity } of await endReservation(tx, orderId, "release")) {
    await tx
      .update(product)
      .set({ reserved: sql`${product.reserved} - ${quantity}` })
      .where(eq(product.id, productId));
  }
}

/** Takes reserved goods out of the workshop: the order is paid. Once, however often it is asked. */
export async function commitStock(tx: Tx, orderId: string): Promise<void> {
  for (const { productId, quantity } of await endReservation(tx, orderId, "commit")) {
    await tx
      .update(product)
      .set({
        reserved: sql`${product.reserved} - ${quantity}`,
        onHand: sql`case when ${product.onHand} is not null then greatest(${product.onHand} - ${quantity}, 0) end`,
        // Sold more than the count knew of: then the count was that much too low.
        stockBase: sql`${product.stockBase} + greatest(${quantity} - ${product.onHand}, 0)`,
      })
      .where(eq(product.id, productId));
  }
}

/** Puts sold goods back on the shelf: a paid order was cancelled. Once, however often it is asked. */
export async function restock(tx: Tx, orderId: string): Promise<void> {
  const past = await movementsOf(tx, orderId);
  const turn = past.at(-1)?.turn ?? 0;
  const sold = past.filter((movement) => movement.turn === turn && movement.kind === "commit");
  for (const { productId, quantity } of await record(tx, orderId, turn, "restock", sold)) {
    await tx
      .update(product)
      .set({ onHand: sql`${product.onHand} + ${quantity}` })
      .where(and(eq(product.id, productId), isNotNull(product.onHand)));
  }
}

/** Ends the open reservation one way or the other; what comes back is what this call ended. */
async function endReservation(tx: Tx, orderId: string, kind: "release" | "commit"): Promise<StockLine[]> {
  const past = await movementsOf(tx, orderId);
  const turn = past.at(-1)?.turn ?? 0;
  if (endedIn(past, turn, ["release", "commit"])) return [];
  const held = past.filter((movement) => movement.turn === turn && movement.kind === "reserve");
  return record(tx, orderId, turn, kind, held);
}

/**
 * All an order did, by turn and product. Its reservations are locked first, and read only by the next statement:
 * the transaction that waited for the lock sees what the other one wrote.
 */
async function movementsOf(tx: Tx, orderId: string): Promise<Movement[]> {
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

const endedIn = (past: readonly Movement[], turn: number, kinds: readonly Kind[]): boolean =>
  past.some((movement) => movement.turn === turn && kinds.includes(movement.kind));

/**
 * Writes the movements and gives back those that were not there yet. In the order of the product ids, and of the
 * app's own ordering, not the database's: orders that move the same goods never wait for each other in a circle.
 */
async function record(
  tx: Tx,
  orderId: string,
  turn: number,
  kind: Kind,
  lines: readonly StockLine[],
): Promise<StockLine[]> {
  if (lines.length === 0) return [];
  const inOrder = lines.toSorted((one, other) => (one.productId < other.productId ? -1 : 1));
  const written = await tx
    .insert(stockMovement)
    .values(inOrder.map(({ productId, quantity }) => ({ orderId, productId, turn, kind, quantity })))
    .onConflictDoNothing()
    .returning({ productId: stockMovement.productId });
  const fresh = new Set(written.map(({ productId }) => productId));
  return inOrder.filter(({ productId }) => fresh.has(productId));
}

/** One line a product. */
function merged(lines: readonly StockLine[]): StockLine[] {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw new Error(`Not a quantity: ${quantity} of ${productId}`);
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
}

/** How many pieces of counted goods can still be had; goods made to order are not among them. */
export async function availableStock(
  tx: Tx,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { id, onHand, reserved } = product;
  const rows = await tx
    .select({ id, onHand, reserved })
    .from(product)
    .where(and(inArray(product.id, [...productIds]), isNotNull(onHand)));
  return new Map(rows.map((row) => [row.id, availableOf(row) ?? 0]));
}

async function availableNow(tx: Tx, productId: string): Promise<number> {
  const { onHand, reserved } = product;
  const [row] = await tx
    .select({ onHand, reserved })
    .from(product)
    .where(and(eq(product.id, productId), eq(product.hidden, false)));
  return row ? (availableOf(row) ?? 0) : 0;
}
