import type { Db, Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { calculateAvailable } from "./available-stock.ts";
import {
  listIds,
  listMovements,
  type Movement,
  type StockLine,
  addToRestocked,
  record,
  lockStock,
  selectStock,
  type StockState,
  type StockStates,
} from "./stock-ledger.ts";

/**
 * Reserves an order's pieces, never more than can be ordered (T14, D22). Products made to order or on backorder are
 * available unless withdrawn. If there are too few pieces, reserves nothing and returns the shortages; otherwise null.
 * A repeated call does nothing, unless the pieces were released or restocked.
 */
export async function reserveStock(tx: Tx, orderId: string, lines: readonly StockLine[]) {
  const { turn, movements } = await readLastTurn(tx, orderId);
  if (turn > 0 && !hasEnded(movements, ["release", "restock"])) return null;

  const merged = mergeLines(lines);
  const states = await lockStates(tx, await readStates(tx, merged), { isSold: true });
  const shortages = findShortages(states, merged);
  if (shortages.length > 0) return shortages;
  await writeReservation(tx, { orderId, turn: turn + 1, lines: merged, states });
  return null;
}

export const readStates = async (db: Db | Tx, lines: readonly StockLine[]): Promise<StockStates> =>
  toStates(await selectStock(db, listIds(lines)));

/**
 * Until the commit, locks the products that have a stock count. Returns their current stock. If the pieces are sold
 * immediately (`isSold`), also locks products made to order, because locking them later may cause a deadlock.
 */
export async function lockStates(tx: Tx, states: StockStates, { isSold = false } = {}): Promise<StockStates> {
  const needed = [...states.values()].filter(({ onHand }) => isSold || onHand !== null);
  if (needed.length === 0) return states;
  return new Map([...states, ...toStates(await lockStock(tx, listIds(needed)))]);
}

const toStates = (rows: readonly StockState[]): StockStates =>
  new Map(rows.map((state) => [state.productId, state]));

/** Returns the products with too few pieces, sorted by id. The lines must have different products. */
export const findShortages = (states: StockStates, lines: readonly StockLine[]) =>
  lines
    .flatMap(({ productId, quantity }) => {
      const state = states.get(productId);
      const available = !state || state.withdrawn ? 0 : state.backorder ? null : calculateAvailable(state);
      return available === null || available >= quantity ? [] : [{ productId, wanted: quantity, available }];
    })
    .toSorted((first, other) => (first.productId < other.productId ? -1 : 1));

function mergeLines(lines: readonly StockLine[]): StockLine[] {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw new Error(`${quantity} is not a quantity of ${productId}`);
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
}

type Update = (tx: Tx, productIds: string[], quantities: number[]) => Promise<unknown>;

const defineUpdate = (set: string): Update =>
  defineStatement<[string[], number[]]>(`
    update stock set ${set}, changed_at = clock_timestamp() from unnest($1::text[], $2::int[]) as line (product_id, quantity)
     where stock.product_id = line.product_id and on_hand is not null`);

const releaseReserved = defineUpdate("reserved = reserved - line.quantity");

const commitReserved = defineUpdate("reserved = reserved - line.quantity, on_hand = on_hand - line.quantity");

// The workshop contains `on_hand` + `toSend` pieces: unsold ones, and sold ones that are not shipped. If this number
// would still be negative after a restock, the last count was too low, so `addToStock` raises `on_hand` and `base`.
const toSend =
  "coalesce((select pieces from piece_to_send sold where sold.product_id = stock.product_id), 0)";
const addToStock = defineUpdate(`
  on_hand = greatest(on_hand + line.quantity, -${toSend}),
  base = greatest(base, base - on_hand - line.quantity - ${toSend})`);

/** Releases the reserved pieces of a cancelled or unpaid order. Repeated calls do nothing. */
export const releaseStock = async (tx: Tx, orderId: string): Promise<void> =>
  update(tx, releaseReserved, await endReservation(tx, orderId, "release"));

/** Turns reserved pieces into sold ones. They stay in the workshop until shipped. Repeated calls do nothing. */
export const commitStock = async (tx: Tx, orderId: string): Promise<void> =>
  update(tx, commitReserved, await endReservation(tx, orderId, "commit"));

/** Restocks the sold pieces of a cancelled order that are not restocked yet. Repeated calls do nothing. */
export async function restock(tx: Tx, orderId: string): Promise<void> {
  const { turn, movements, count } = await readLastTurn(tx, orderId);
  const sold = movements
    .filter(({ kind }) => kind === "commit")
    .map(({ productId, quantity }) => ({ productId, quantity: quantity - count("restock", productId) }))
    .filter(({ quantity }) => quantity > 0);
  await update(tx, addToStock, await addToRestocked(tx, orderId, turn, sold));
}

/** Restocks returned pieces of an order. @throws CommandRefused if more would be restocked than were sold */
export async function restockPieces(tx: Tx, orderId: string, lines: readonly StockLine[]): Promise<void> {
  const pieces = mergeLines(lines);
  const { turn, count } = await readLastTurn(tx, orderId);
  for (const { productId, quantity } of pieces)
    if (count("commit", productId) - count("restock", productId) < quantity)
      throw new CommandRefused(
        `${quantity} of ${productId} were not taken from the stock for this order, or are already back in stock.`,
      );
  await update(tx, addToStock, await addToRestocked(tx, orderId, turn, pieces));
}

/** Returns the movements of an order's latest turn (see `stockMovement`), and a function that counts their pieces. */
async function readLastTurn(tx: Tx, orderId: string) {
  const all = await listMovements(tx, orderId);
  const turn = all.at(-1)?.turn ?? 0;
  const movements = all.filter((movement) => movement.turn === turn);
  const count = (kind: string, productId: string): number =>
    movements.find((movement) => movement.kind === kind && movement.productId === productId)?.quantity ?? 0;
  return { turn, movements, count };
}

const hasEnded = (movements: readonly Movement[], kinds: readonly Movement["kind"][]): boolean =>
  movements.some(({ kind }) => kinds.includes(kind));

async function update(tx: Tx, statement: Update, lines: readonly StockLine[]): Promise<void> {
  if (lines.length === 0) return;
  const quantities = lines.map(({ quantity }) => quantity);
  await statement(tx, listIds(lines), quantities);
}

async function endReservation(tx: Tx, orderId: string, kind: "release" | "commit"): Promise<StockLine[]> {
  const { turn, movements } = await readLastTurn(tx, orderId);
  if (hasEnded(movements, ["release", "commit"])) return [];
  const reserved = movements.filter((movement) => movement.kind === "reserve");
  return record(tx, orderId, turn, kind, reserved);
}

const writeReserved = defineStatement<
  [orderId: string, turn: number, productIds: string[], quantities: number[]],
  { moved: number; raised: number }
>(`
  with moved as (
    insert into stock_movement (order_id, product_id, turn, kind, quantity)
      select $1, line.product_id, $2, 'reserve', line.quantity
        from unnest($3::text[], $4::int[]) as line (product_id, quantity)
      on conflict do nothing returning product_id, quantity
  ), raised as (
    update stock set reserved = reserved + moved.quantity, changed_at = clock_timestamp()
      from moved where stock.product_id = moved.product_id and on_hand is not null
      returning 1
  )
  select (select count(*)::int from moved) as moved, (select count(*)::int from raised) as raised`);

interface Reservation {
  orderId: string;
  turn: number;
  lines: readonly StockLine[];
  states: StockStates;
}

/** Records a reservation. Repeated calls do nothing. @throws StockWasRecounted */
export async function writeReservation(tx: Tx, { orderId, turn, lines, states }: Reservation): Promise<void> {
  const productIds = listIds(lines);
  const quantities = lines.map(({ quantity }) => quantity);
  const [reservation] = await writeReserved(tx, orderId, turn, productIds, quantities);
  const countedIds = productIds.filter((productId) => (states.get(productId)?.onHand ?? null) !== null);
  if (reservation?.moved === lines.length && reservation.raised !== countedIds.length)
    throw new StockWasRecounted();
}

/**
 * Thrown if the owner has just entered a stock count for a product made to order, which is not locked. Code 40001
 * causes a retry of the transaction.
 */
class StockWasRecounted extends Error {
  readonly code = "40001";
}
