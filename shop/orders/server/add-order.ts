import type { Context } from "#platform/context.ts";
import { sendTogether, type Tx } from "#platform/database/database.ts";
import { defineInsert, defineStatement } from "#platform/database/statement.ts";
import { type StockStates, writeReservation } from "#shop/inventory/server/index.ts";
import { openPayment } from "#shop/payments/server/index.ts";
import { cashOrderPlaced, orderPlaced, orderTaken } from "../events.ts";
import { changeStatus, publishChange } from "./change-status.ts";
import { type Hold, insertHolds } from "./hold-goods.ts";
import type { HandPayment } from "#shop/payments/payment.ts";
import { recordPaidByHand } from "./paid-by-hand.ts";
import { getPaymentDeadline } from "../holds.ts";
import { orderLine, type OrderLineRow, orders, type OrderRow } from "./tables.ts";

const insertOrders = defineInsert(orders);
const insertLines = defineInsert(orderLine);

type NewLine = Omit<OrderLineRow, "orderId" | "line" | "cancelled">;

interface AddedOrder {
  order: OrderRow;
  lines: readonly NewLine[];
  states: StockStates;
  holds?: readonly Hold[];
  paid?: HandPayment | null;
}

/**
 * Inserts an order, reserves its pieces and opens its payment, in one round trip to the database where possible. An
 * order of ₹0 counts as paid (D5). @throws a unique violation if the `orderId` is taken
 */
export async function addOrder(
  context: Context,
  tx: Tx,
  { order, lines, states, holds = [], paid = null }: AddedOrder,
): Promise<OrderRow> {
  const isFree = order.payable === 0;
  const { orderId, accountId } = order;
  await sendTogether([
    insertOrders(tx, [order]),
    insertLines(
      tx,
      lines.map((line, index) => ({ ...line, orderId: order.id, line: index + 1, cancelled: 0 })),
    ),
    holds.length > 0 && insertHolds(tx, holds),
    writeReservation(tx, { orderId: order.id, turn: 1, lines, states }),
    paid === null &&
      (!order.byPhone || !isFree) &&
      context.outbox.publish(tx, choosePlacedEvent(order), { orderId, accountId }),
    isFree ? null : requestPayment(context, tx, order),
  ]);
  if (paid !== null && !isFree) return recordPaidByHand(context, tx, order, paid);
  return isFree ? changeStatus(context, tx, order, "Processing") : order;
}

const choosePlacedEvent = ({ cash, byPhone }: OrderRow) =>
  cash ? cashOrderPlaced : byPhone ? orderTaken : orderPlaced;

async function requestPayment(context: Context, tx: Tx, order: OrderRow): Promise<void> {
  const { orderId, accountId, payable: amountPaise, cash: inCash, byPhone: linkMailed } = order;
  const expiresAt = getPaymentDeadline(context, order);
  await sendTogether([
    openPayment(context, tx, { orderId, accountId, amountPaise, expiresAt, inCash, linkMailed }),
    publishChange(context, tx, order),
  ]);
}

/** Counts an account's unpaid orders. `sameKeyId` is the id of its order with this idempotency key, or null. */
export const selectEarlierOrders = defineStatement<
  [accountId: string, idempotencyKey: string | null],
  { unpaid: number; sameKeyId: string | null }
>(`
  select (select count(*)::int from orders
           where account_id = $1 and status in ('Pending', 'Processing') and payment_status in ('Pending', 'Failed')) as unpaid,
         (select id from orders where account_id = $1 and idempotency_key = $2) as "sameKeyId"`);
