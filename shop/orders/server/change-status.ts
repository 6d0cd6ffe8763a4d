import type { ReturnRequest } from "../returned-pieces.ts";
import { findOrder } from "./list-orders.ts";
import { getTransitionError } from "../order-transitions.ts";
import { and, eq } from "drizzle-orm";
import { commitStock, releaseStock, restock } from "#shop/inventory/server/index.ts";
import type { Event } from "#contract/event.ts";
import type { Context } from "#platform/context.ts";
import { type Tx } from "#platform/database/database.ts";
import { orderCancelled, orderChanged, orderDelivered, orderPaid } from "../events.ts";
import { awaitsCash, CASH_METHOD, orderPaymentTransitions, type OrderStatus } from "../status.ts";
import type { PaymentStatus } from "#shop/payments/payment.ts";
import { collectCash, cancelCash } from "#shop/payments/server/index.ts";
import { issueInvoice } from "#shop/documents/server/index.ts";
import { type OrderRow, orders, orderNote } from "./tables.ts";
import type { CommandInput } from "#platform/operator/command.ts";
import { generateUuid } from "#platform/ids.ts";

/**
 * Changes the status, updates the stock, issues the invoice (D92) and publishes the event. Every status change must use
 * this function. The order must be locked. @throws Error if `getTransitionError` refuses the transition
 */
export async function changeStatus(
  context: Context,
  tx: Tx,
  previous: OrderRow,
  to: OrderStatus,
  changes: Partial<Pick<OrderRow, "cancelledBecause" | "refundAmount" | "deliveredAt">> = {},
): Promise<OrderRow> {
  const refusal = getTransitionError(previous, to, changes.cancelledBecause);
  if (refusal) throw new Error(`${previous.orderId} cannot go from ${previous.status} to ${to}: ${refusal}`);
  const order =
    to === "Delivered" && awaitsCash(previous) ? await payInCash(context, tx, previous) : previous;
  const changed = await updateOrder(context, tx, order, {
    status: to,
    statusBefore: order.status,
    ...changes,
    ...(to === "Cancelled" ? { cancelledAt: context.now() } : { cancelledBecause: null, cancelledAt: null }),
    ...(to === "Delivered" && { deliveredAt: changes.deliveredAt ?? context.now(), partlySent: false }),
  });
  await settleGoods(tx, order, to);
  if (to === "Processing") await issueInvoice(context, tx, changed, "invoice", { amount: changed.payable });
  const updated =
    to === "Cancelled" && order.status === "Processing"
      ? await stopCashCollection(context, tx, changed)
      : changed;
  await publishChange(context, tx, updated);
  await publishStatusChange(context, tx, order, to);
  return updated;
}

async function payInCash(context: Context, tx: Tx, order: OrderRow): Promise<OrderRow> {
  await collectCash(context, tx, order.orderId);
  return (await changePaymentStatus(context, tx, order, "Completed", CASH_METHOD)) ?? order;
}

/** Ends an open cash payment and reverses the invoice with a credit note. The order must be locked. */
export async function stopCashCollection(context: Context, tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (!awaitsCash(order)) return order;
  await cancelCash(context, tx, order.orderId);
  const ended = (await changePaymentStatus(context, tx, order, "Expired")) ?? order;
  await issueInvoice(context, tx, ended, "credit-note", { amount: ended.payable });
  return ended;
}

async function publishStatusChange(
  context: Context,
  tx: Tx,
  previous: OrderRow,
  to: OrderStatus,
): Promise<void> {
  const cameBack = previous.status === "Cancelled" && { cameBack: true };
  if (to === "Processing") await publishEvent(context, tx, previous, orderPaid, { ...cameBack });
  if (to === "Delivered") await publishEvent(context, tx, previous, orderDelivered, {});
  if (to === "Cancelled") await publishEvent(context, tx, previous, orderCancelled, {});
}

export async function changePaymentStatus(
  context: Context,
  tx: Tx,
  order: OrderRow,
  to: PaymentStatus,
  paymentMethod?: string,
): Promise<OrderRow | null> {
  if (!orderPaymentTransitions[order.paymentStatus].includes(to)) return null;
  return updateOrder(context, tx, order, {
    paymentStatus: to,
    paymentStatusBefore: order.paymentStatus,
    ...(paymentMethod && { paymentMethod }),
  });
}

/** Updates a locked order. `changeStatus` and `changePaymentStatus` check whether a change of status is allowed. */
export async function updateOrder(
  { now }: Pick<Context, "now">,
  tx: Tx,
  { id, orderId, status, paymentStatus }: OrderRow,
  changes: Partial<OrderRow>,
): Promise<OrderRow> {
  const [changed] = await tx
    .update(orders)
    .set({ ...changes, updatedAt: now() })
    .where(and(eq(orders.id, id), eq(orders.status, status), eq(orders.paymentStatus, paymentStatus)))
    .returning();
  if (!changed) throw new Error(`${orderId} was changed without being locked`);
  return changed;
}

export const publishEvent = <Payload extends OrderIds>(
  { outbox }: Context,
  tx: Tx,
  { orderId, accountId }: OrderIds,
  event: Event<Payload>,
  details: Omit<Payload, keyof OrderIds>,
): Promise<void> => outbox.publish(tx, event, { orderId, accountId, ...details } as Payload);

type OrderIds = Pick<OrderRow, "orderId" | "accountId">;

export const publishChange = (context: Context, tx: Tx, order: OrderRow): Promise<void> =>
  publishEvent(context, tx, order, orderChanged, { status: order.status });

async function settleGoods(tx: Tx, { id, status: from }: OrderRow, to: OrderStatus): Promise<void> {
  if (to === "Processing") await commitStock(tx, id);
  if (to === "Cancelled" && from === "Pending") await releaseStock(tx, id);
  if (to === "Cancelled" && from === "Processing") await restock(tx, id);
}

/** Returns the time of the order's last change, or null. The desk rejects a form that was opened before that time. */
export const findOrderRevision = async ({ db }: Context, { args }: CommandInput): Promise<string | null> =>
  (await findOrder(db, args["orderId"] ?? ""))?.updatedAt.toISOString() ?? null;

export async function addNote(
  { now }: Pick<Context, "now">,
  tx: Tx,
  orderKey: string,
  text: string,
): Promise<void> {
  const writtenAt = now();
  await tx
    .insert(orderNote)
    .values({ id: generateUuid(writtenAt.getTime()), orderId: orderKey, words: text, writtenAt });
}

export const addNoteOnce = (context: Context, { id }: OrderRow, text: string): Promise<void> =>
  context.transact(async (tx) => {
    const isSame = and(eq(orderNote.orderId, id), eq(orderNote.words, text));
    const [previous] = await tx.select({ id: orderNote.id }).from(orderNote).where(isSame).limit(1);
    if (!previous) await addNote(context, tx, id, text);
  });

export async function saveReturn(
  context: Context,
  tx: Tx,
  order: OrderRow,
  number: number,
  request: ReturnRequest,
): Promise<OrderRow> {
  const laterReturns = [...order.laterReturns];
  laterReturns[number - 2] = request;
  const changes = number === 1 ? { returnRequest: request } : { laterReturns };
  const changed = await updateOrder(context, tx, order, changes);
  await publishChange(context, tx, changed);
  return changed;
}
