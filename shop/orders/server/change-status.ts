import { and, eq, type SQL, sql } from "drizzle-orm";
import { getOrderPrefix } from "#shop/brand/server/index.ts";
import { commitStock, releaseStock, restock } from "#shop/inventory/server/index.ts";
import type { Context } from "#platform/context.ts";
import { type Tx, findDatabaseError } from "#platform/database/database.ts";
import { orderCancelled, orderChanged, orderDelivered, orderPaid } from "../events.ts";
import { type TransitionState, getTransitionError } from "./order-transitions.ts";
import {
  awaitsCash,
  CASH_METHOD,
  orderPaymentTransitions,
  type OrderPaymentStatus,
  type OrderStatus,
} from "../status.ts";
import { collectCash, dropCash } from "#shop/payments/server/index.ts";
import { issueInvoice } from "./issue-invoice.ts";
import { type OrderRow, orders } from "./tables.ts";
import { type CommandInput, CommandRefused } from "#platform/operator/command.ts";
import { generateReadableId, isId } from "#platform/ids.ts";

/** Other fields that change as an order moves. */
type OrderChanges = Partial<Pick<OrderRow, "cancelledBecause" | "refundAmount">>;

/**
 * The only function that changes an order's status: checks the transition, moves the stock, issues the invoice of a
 * sale (D92) and publishes the event. Delivery of a cash order marks it as paid. The order must be locked.
 * @throws Error for a forbidden transition: check `getTransitionError` first
 */
export async function changeStatus(
  context: Context,
  tx: Tx,
  before: OrderRow,
  to: OrderStatus,
  changes: OrderChanges = {},
): Promise<OrderRow> {
  const isRefused = changes.cancelledBecause === "refused";
  const refusal = getTransitionError({ ...toTransitionState(before), isRefused }, to);
  if (refusal) throw new Error(`${before.orderId} cannot go from ${before.status} to ${to}: ${refusal}`);
  const order = to === "Delivered" && awaitsCash(before) ? await payInCash(context, tx, before) : before;
  const [changed] = await tx
    .update(orders)
    .set({
      status: to,
      statusBefore: order.status,
      updatedAt: context.now(),
      ...changes,
      ...(to !== "Cancelled" && { cancelledBecause: null }),
      ...(to === "Delivered" && { deliveredAt: context.now(), partlySent: false }),
    })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status)))
    .returning();
  if (!changed) throw new Error(`${order.orderId} was changed without being locked`);
  await settleGoods(tx, order, to);
  if (to === "Processing") await issueInvoice(context, tx, changed, "invoice", { amount: changed.payable });
  const settled =
    to === "Cancelled" && order.status === "Processing" ? await forgoCash(context, tx, changed) : changed;
  await publishChange(context, tx, settled);
  await publishNews(context, tx, order, to);
  return settled;
}

/** The money of an order was collected at the door: its courier has it. */
async function payInCash(context: Context, tx: Tx, order: OrderRow): Promise<OrderRow> {
  await collectCash(context, tx, order.orderId);
  return (await changePaymentStatus(context, tx, order, "Completed", CASH_METHOD)) ?? order;
}

/**
 * Stops the collection of cash for a cancelled, refused or lost order, and reverses its invoice with a credit note.
 * Changes nothing if no cash was expected. The order must be locked.
 */
export async function forgoCash(context: Context, tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (!awaitsCash(order)) return order;
  await dropCash(context, tx, order.orderId);
  const ended = (await changePaymentStatus(context, tx, order, "Expired")) ?? order;
  await issueInvoice(context, tx, ended, "credit-note", { amount: ended.payable });
  return ended;
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

/** The facts of an order that the table of moves needs. */
export const toTransitionState = (order: OrderRow): TransitionState => ({
  orderStatus: order.status,
  paymentStatus: order.paymentStatus,
  cancelledBecause: order.cancelledBecause,
  isCancellationRequested: order.cancellationStatus === "Pending",
  isOnItsWay: order.dispatchedAt !== null,
  isPartBack: order.refundAmount !== null && order.refundAmount < order.payable,
  isAllBack: order.payable > 0 && (order.refundAmount ?? 0) >= order.payable,
  isLost: order.lostAt !== null,
  awaitsCash: awaitsCash(order),
});

/** Records a change of the payment status; returns null if it is unchanged. The order must be locked. */
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

/** Locks and returns an order; null if the account lacks it. */
export async function lockOrder(tx: Tx, given: string, accountId?: string): Promise<OrderRow | null> {
  const owned = accountId === undefined ? undefined : eq(orders.accountId, accountId);
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(whereOrder(given), owned))
    .for("update");
  return order ?? null;
}

/** The same for the operator. @throws CommandRefused if there is none */
export async function requireOrder(tx: Tx, given: string): Promise<OrderRow> {
  const order = await lockOrder(tx, given);
  if (!order) throw createNoSuchOrderError(given);
  return order;
}

export const createNoSuchOrderError = (given: string): CommandRefused =>
  new CommandRefused(`There is no order ${given}. 'orders list' shows them.`);

const READABLE_ID = /^[A-Z0-9-]{1,40}$/;

/** A new `orderId` as people write it, with the shop's own letters before it; random, so it may be taken already. */
export const generateOrderId = (context: Context): string => generateReadableId(getOrderPrefix(context));

/** Finds the order with this `orderId` in any spelling, or `_id`; none if it is neither (D69). */
export function whereOrder(given: string): SQL {
  if (isId(given)) return eq(orders.id, given);
  const readable = given.trim().toUpperCase();
  return READABLE_ID.test(readable) ? eq(orders.orderId, readable) : sql`false`;
}

const TRIES = 5;

/** Locks by key too, because an older version of the shop takes its locks in another order. */
const WORTH_ANOTHER_TRY = new Set(["orders_order_id_key", "orders_key"]);

/** Readable ids are random. If an id is taken, tries another. */
export async function withFreeOrderId<T>(place: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await place();
    } catch (error) {
      if (attempt === TRIES || !WORTH_ANOTHER_TRY.has(findDatabaseError(error)?.constraint ?? ""))
        throw error;
    }
  }
}

/** The revision of an order: its last change. A form that was opened earlier is rejected. */
export async function findOrderRevision({ db }: Context, { args }: CommandInput): Promise<string | null> {
  const [found] = await db
    .select({ updatedAt: orders.updatedAt })
    .from(orders)
    .where(whereOrder(args["orderId"] ?? ""));
  return found?.updatedAt.toISOString() ?? null;
}
