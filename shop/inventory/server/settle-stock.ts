import { CommandRefused } from "#platform/operator/command.ts";
import type { Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { addToRestocked, hasEnded, listMovements, record, type StockLine } from "./stock-ledger.ts";

type Update = (tx: Tx, productIds: string[], quantities: number[]) => Promise<unknown>;

/** One statement for all products of an order; goods made to order have no figures to change. */
const defineUpdate = (set: string): Update =>
  defineStatement<[string[], number[]]>(`
    update stock set ${set}, changed_at = clock_timestamp() from unnest($1::text[], $2::int[]) as line (product_id, quantity)
     where stock.product_id = line.product_id and on_hand is not null`);

const giveBackReserved = defineUpdate("reserved = reserved - line.quantity");

// Sold more than the count knew of: then the count was that much too low.
const takeReservedOut = defineUpdate(`
  reserved = reserved - line.quantity,
  on_hand = greatest(on_hand - line.quantity, 0),
  base = base + greatest(line.quantity - on_hand, 0)`);

const putBack = defineUpdate("on_hand = on_hand + line.quantity");

/** Gives reserved goods back: the order was cancelled or never paid. Once, however often it is asked. */
export const releaseStock = async (tx: Tx, orderId: string): Promise<void> =>
  update(tx, giveBackReserved, await endReservation(tx, orderId, "release"));

/** Takes reserved goods out of the workshop: the order is paid. Once, however often it is asked. */
export const commitStock = async (tx: Tx, orderId: string): Promise<void> =>
  update(tx, takeReservedOut, await endReservation(tx, orderId, "commit"));

/** Puts sold goods back into the stock: a paid order was cancelled. Once, however often it is asked. */
export async function restock(tx: Tx, orderId: string): Promise<void> {
  const past = await listMovements(tx, orderId);
  const turn = past.at(-1)?.turn ?? 0;
  const sold = past.filter((movement) => movement.turn === turn && movement.kind === "commit");
  await update(tx, putBack, await record(tx, orderId, turn, "restock", sold));
}

/**
 * Puts some of the pieces that an order took out of the workshop back into the stock: they came back from its customer.
 * @throws CommandRefused when it took fewer, or they are back already
 */
export async function restockPieces(tx: Tx, orderId: string, pieces: readonly StockLine[]): Promise<void> {
  const past = await listMovements(tx, orderId);
  const turn = past.at(-1)?.turn ?? 0;
  const count = (kind: string, productId: string): number =>
    past.find((one) => one.turn === turn && one.kind === kind && one.productId === productId)?.quantity ?? 0;
  for (const { productId, quantity } of pieces)
    if (count("commit", productId) - count("restock", productId) < quantity)
      throw new CommandRefused(
        `Of ${productId} the order has not taken ${quantity}, or they are back already.`,
      );
  await update(tx, putBack, await addToRestocked(tx, orderId, turn, pieces));
}

async function update(tx: Tx, statement: Update, lines: readonly StockLine[]): Promise<void> {
  if (lines.length === 0) return;
  await statement(
    tx,
    lines.map(({ productId }) => productId),
    lines.map(({ quantity }) => quantity),
  );
}

/** Ends the open reservation one way or the other; what comes back is what this call ended. */
async function endReservation(tx: Tx, orderId: string, kind: "release" | "commit"): Promise<StockLine[]> {
  const past = await listMovements(tx, orderId);
  const turn = past.at(-1)?.turn ?? 0;
  if (hasEnded(past, turn, ["release", "commit"])) return [];
  const held = past.filter((movement) => movement.turn === turn && movement.kind === "reserve");
  return record(tx, orderId, turn, kind, held);
}
