import type { Tx } from "#platform/database/database.ts";
import { calculateAvailable } from "./available-stock.ts";
import { hasEnded, listMovements, type StockLine } from "./stock-ledger.ts";
import { lockStock, selectStock, type StockState, type StockStates } from "./stock-state.ts";
import { writeReservation } from "./write-reservation.ts";

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
  const states = await holdStock(tx, await readStates(tx, wanted), { isSold: true });
  const shortages = findShortages(states, wanted);
  if (shortages.length > 0) return shortages;
  await writeReservation(tx, { orderId, turn: turn + 1, lines: wanted, states });
  return null;
}

/** What there is of these goods, without holding it. */
export const readStates = async (tx: Tx, lines: readonly StockLine[]): Promise<StockStates> =>
  toStates(
    await selectStock(
      tx,
      lines.map(({ productId }) => productId),
    ),
  );

/**
 * The same, with the counted goods held against every other order until the transaction ends; `isSold`: those made to
 * order too, because the transaction goes on to take them out.
 */
export async function holdStock(tx: Tx, states: StockStates, { isSold = false } = {}): Promise<StockStates> {
  const needed = [...states.values()].filter(({ onHand }) => isSold || onHand !== null);
  if (needed.length === 0) return states;
  const held = await lockStock(
    tx,
    needed.map(({ productId }) => productId),
  );
  return new Map([...states, ...toStates(held)]);
}

const toStates = (found: readonly StockState[]): StockStates =>
  new Map(found.map((state) => [state.productId, state]));

/** What is missing of these lines, one for each product, in the order of their ids. */
export const findShortages = (states: StockStates, lines: readonly StockLine[]): Shortage[] =>
  lines
    .flatMap(({ productId, quantity }) => {
      const state = states.get(productId);
      const available = !state || state.withdrawn ? 0 : calculateAvailable(state);
      return available === null || available >= quantity ? [] : [{ productId, wanted: quantity, available }];
    })
    .toSorted((one, other) => (one.productId < other.productId ? -1 : 1));

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
