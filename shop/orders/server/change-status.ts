import { and, eq } from "drizzle-orm";
import { commitStock, releaseStock, restock } from "#shop/inventory/server/index.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { orderCancelled, orderChanged, orderDelivered, orderPaid } from "../events.ts";
import { type TransitionState, getTransitionError } from "../order-transitions.ts";
import { orderPaymentTransitions, type OrderPaymentStatus, type OrderStatus } from "../status.ts";
import { issueInvoice } from "./issue-invoice.ts";
import { type OrderRow, orders } from "./tables.ts";

/** What else becomes true of an order as it moves. */
type OrderChanges = Partial<Pick<OrderRow, "cancelledBecause" | "refundAmount">>;

/**
 * The one place where an order changes its status: asks the table, moves the goods along, numbers the invoice of
 * what is sold (D92), publishes it. The order must be locked.
 * @throws Error when the table forbids the move: ask `getTransitionError` first.
 */
export async function changeStatus(
  context: Context,
  tx: Tx,
  order: OrderRow,
  to: OrderStatus,
  changes: OrderChanges = {},
): Promise<OrderRow> {
  const refusal = getTransitionError(toTransitionState(order), to);
  if (refusal) throw new Error(`${order.orderId} cannot go from ${order.status} to ${to}: ${refusal}`);
  const [changed] = await tx
    .update(orders)
    .set({
      status: to,
      statusBefore: order.status,
      updatedAt: context.now(),
      ...changes,
      ...(to !== "Cancelled" && { cancelledBecause: null }),
      ...(to === "Delivered" && { deliveredAt: context.now() }),
    })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status)))
    .returning();
  if (!changed) throw new Error(`${order.orderId} was changed without being locked`);
  await settleGoods(tx, order, to);
  if (to === "Processing") await issueInvoice(context, tx, changed, "invoice", { amount: changed.payable });
  await publishChange(context, tx, changed);
  await publishNews(context, tx, order, to);
  return changed;
}

async function publishNews(
  { outbox }: Context,
  tx: Tx,
  { orderId, accountId, status: from }: OrderRow,
  to: OrderStatus,
): Promise<void> {
  const news = { orderId, accountId };
  if (to === "Processing")
    await outbox.publish(tx, orderPaid, from === "Cancelled" ? { ...news, cameBack: true } : news);
  if (to === "Delivered") await outbox.publish(tx, orderDelivered, news);
  if (to === "Cancelled") await outbox.publish(tx, orderCancelled, news);
}

/** What the table of moves asks of an order. */
export const toTransitionState = (order: OrderRow): TransitionState => ({
  orderStatus: order.status,
  paymentStatus: order.paymentStatus,
  cancelledBecause: order.cancelledBecause,
  isCancellationRequested: order.cancellationStatus === "Pending",
  isOnItsWay: order.dispatchedAt !== null,
});

/** Notes how the payment stands, if that is news; null when it is not. The order must be locked. */
export async function changePaymentStatus(
  context: Context,
  tx: Tx,
  order: OrderRow,
  to: OrderPaymentStatus,
  paymentMethod?: string,
): Promise<OrderRow | null> {
  if (!orderPaymentTransitions[order.paymentStatus].includes(to)) return null;
  const [changed] = await tx
    .update(orders)
    .set({
      paymentStatus: to,
      paymentStatusBefore: order.paymentStatus,
      updatedAt: context.now(),
      ...(paymentMethod && { paymentMethod }),
    })
    .where(and(eq(orders.id, order.id), eq(orders.paymentStatus, order.paymentStatus)))
    .returning();
  if (!changed) throw new Error(`${order.orderId} was changed without being locked`);
  return changed;
}

/** Every open page of the customer reads the order again. */
export const publishChange = (
  context: Context,
  tx: Tx,
  { orderId, accountId, status }: OrderRow,
): Promise<void> => context.outbox.publish(tx, orderChanged, { orderId, accountId, status });

/** Sold when paid; given back when cancelled, from the reserve or, if sold, from the customer. */
async function settleGoods(tx: Tx, { id, status: from }: OrderRow, to: OrderStatus): Promise<void> {
  if (to === "Processing") await commitStock(tx, id);
  if (to === "Cancelled" && from === "Pending") await releaseStock(tx, id);
  if (to === "Cancelled" && from === "Processing") await restock(tx, id);
}
