import type { Tx } from "#platform/database/database.ts";
import { defineStatement } from "#platform/database/statement.ts";
import type { StockLine } from "./stock-ledger.ts";
import type { StockStates } from "./stock-state.ts";

/** The movement says enough about goods made to order; only the figure of counted ones is raised. */
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
  /** One line a product. */
  lines: readonly StockLine[];
  /** As `holdStock` found them. */
  states: StockStates;
}

/**
 * Writes down what an order holds; a twin that does so at the same moment counts as this one. The rows of goods made to
 * order stay out of every order's way: who counts such goods for the first time waits for their movements (`countReserved`).
 */
export async function writeReservation(tx: Tx, { orderId, turn, lines, states }: Reservation): Promise<void> {
  const productIds = lines.map(({ productId }) => productId);
  const quantities = lines.map(({ quantity }) => quantity);
  const [written] = await writeReserved(tx, orderId, turn, productIds, quantities);
  const counted = productIds.filter((productId) => (states.get(productId)?.onHand ?? null) !== null);
  if (written?.moved === lines.length && written.raised !== counted.length) throw new StockWasRecounted();
}

/** Goods made to order were counted between the look and the reservation: the transaction begins again. */
class StockWasRecounted extends Error {
  readonly code = "40001";
}
