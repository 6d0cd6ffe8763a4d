import { describeTransitionError, type CancelCause } from "../order-transitions.ts";
import { eq, and, lte } from "drizzle-orm";
import { closePayment, resumePayment, settleFindings, suspendPayment } from "#shop/payments/server/index.ts";
import type { Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import {
  type CancellationRequest,
  findCancellationRefusal,
  writeCancellationRefusals,
  getAnswerDeadline,
} from "../cancellation.ts";
import { cancellationRequested, cancellationDecided, cancellationReopened } from "../events.ts";
import {
  addNote,
  changePaymentStatus,
  changeStatus,
  publishChange,
  publishEvent,
  updateOrder,
} from "./change-status.ts";
import { changeOrder, listOrders, lockOrder, requireOrder } from "./list-orders.ts";
import { toCancellable } from "./serialize-order.ts";
import { orders, type OrderRow } from "./tables.ts";
import { type ChangeKind, defineChangeKind, recordChange, UNDO_DAYS } from "#platform/operator/undo.ts";
import { CommandRefused, refuseIf } from "#platform/operator/command.ts";
import type { Tx } from "#platform/database/database.ts";
import { readGoods } from "./order-goods.ts";
import { startRefund, toRefundAmount } from "./refunds.ts";
import { listRemaining } from "../returned-pieces.ts";
import { unverifiedDataDeleted } from "#shop/accounts/events.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { DAY } from "#contract/time.ts";
import { formatHours, getRules } from "#shop/policies/rules.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { wasPaid } from "#shop/payments/payment.ts";

/** Records a customer's cancellation request, only once (D68). The server's clock decides whether it is in time. */
export const recordCancellationRequest = (
  context: Context,
  accountId: string,
  typedOrderId: string,
  request: CancellationRequest,
) =>
  context.transact(async (tx) => {
    const order = await lockOrder(tx, typedOrderId, accountId);
    if (!order) return refuse("not_found");
    const now = context.now();
    const refusal = findCancellationRefusal(toCancellable(order), now);
    if (refusal)
      return refuse(refusal, { message: writeCancellationRefusals(getRules(order.promised))[refusal] });
    await updateOrder(context, tx, order, {
      cancellationStatus: "Pending",
      cancellationReasons: request.reasons,
      cancellationComments: request.comments,
      cancellationRequestedAt: now,
    });
    await suspendPayment(context, tx, order.orderId);
    await publishChange(context, tx, order);
    await publishEvent(context, tx, order, cancellationRequested, {});
    return null;
  });

/** Cancels an order as its customer asked. Refunds `amountPaise`, or all if it is null (D68). @throws CommandRefused */
export const approveCancellation = (
  context: Context,
  typedOrderId: string,
  amountPaise: number | null = null,
  confirm?: ConfirmCancelled,
): Promise<CancelledOrder> =>
  cancel(context, typedOrderId, confirm, {
    cause: "customer",
    amountPaise,
    findRefusal: findDecisionRefusal,
    async finish(tx, cancelled) {
      refuseIf(findDecisionRefusal(cancelled));
      return recordDecision(context, tx, cancelled, "Approved");
    },
  });

export const cancelOrder = (
  context: Context,
  typedOrderId: string,
  reason: string,
  confirm?: ConfirmCancelled,
): Promise<CancelledOrder> =>
  cancel(context, typedOrderId, confirm, {
    cause: "shop",
    amountPaise: null,
    findRefusal: (order) => describeTransitionError(order, "Cancelled"),
    async finish(tx, cancelled) {
      await addNote(context, tx, cancelled.id, `Cancelled: ${reason}`);
      return cancelled;
    },
  });

interface Cancellation {
  cause: "customer" | "shop";
  /** The refund in paise. If null, all money that is not refunded yet is refunded. */
  amountPaise: number | null;
  findRefusal: (order: OrderRow) => string | null;
  finish: (tx: Tx, cancelled: OrderRow) => Promise<OrderRow>;
}

/** If several calls run at once, only the first one cancels, restocks and refunds. @throws CommandRefused */
async function cancel(
  context: Context,
  typedOrderId: string,
  confirm: ConfirmCancelled = () => {},
  { cause, amountPaise, findRefusal, finish }: Cancellation,
): Promise<CancelledOrder> {
  const lock = async (tx: Tx) => {
    const order = await requireOrder(tx, typedOrderId);
    refuseIf(findRefusal(order));
    return order;
  };
  const order = await context.transact(lock);
  if (order.status === "Pending") {
    if (amountPaise !== null)
      throw new CommandRefused(
        `${order.orderId} is not paid, so there is no money to refund. Leave the amount empty.`,
      );
    // Call `confirm` first: it may throw, and a rollback cannot reopen a closed payment.
    confirm({ order, amountPaise: 0 });
    return { order: await cancelUnpaid(context, order, cause, finish), amountPaise: 0 };
  }
  return context.transact(async (tx) => {
    const paid = await lock(tx);
    const refund = toRefundAmount(paid, amountPaise);
    const cancelled = await cancelPaid(context, tx, paid, cause, refund);
    const result = { order: await finish(tx, cancelled), amountPaise: refund };
    confirm(result);
    return result;
  });
}

export interface CancelledOrder {
  order: OrderRow;
  amountPaise: Paise;
}

/** Runs before the commit and may throw to roll back the cancellation. */
type ConfirmCancelled = (cancelled: CancelledOrder) => void;

/** Declines a cancellation request. The customer can read `answer` (D68). @throws CommandRefused */
export const declineCancellation = (
  context: Context,
  typedOrderId: string,
  answer: string,
  confirm: (order: OrderRow) => void = () => {},
): Promise<OrderRow> =>
  changeOrder(context, typedOrderId, confirm, async (tx, order) => {
    refuseIf(findDecisionRefusal(order));
    await resumePayment(tx, order.orderId);
    const declined = await recordDecision(context, tx, order, "Rejected", answer);
    await recordChange(context, tx, declinedChange, {
      summary: `${order.orderId}: cancellation declined`,
      things: { orderId: order.orderId, decidedAt: context.now().toISOString() },
    });
    return declined;
  });

export const declinedChange: ChangeKind<{ orderId: string; decidedAt: string }> = defineChangeKind({
  name: "cancellation-declined",
  forMs: UNDO_DAYS * DAY,
  async undo(context, tx, { orderId, decidedAt }) {
    const order = await requireOrder(tx, orderId);
    const { cancellationStatus, cancellationDecidedAt, status, dispatchedAt } = order;
    if (dispatchedAt !== null || status === "Delivered")
      throw new CommandRefused(`${orderId} has been dispatched, so its cancellation stays declined.`);
    if (status === "Cancelled")
      throw new CommandRefused(`${orderId} is cancelled, so its cancellation cannot be decided again.`);
    if (cancellationStatus !== "Rejected" || cancellationDecidedAt?.toISOString() !== decidedAt)
      throw new CommandRefused(
        `The cancellation of ${orderId} was decided again later, so this decision cannot be undone.`,
      );
    const reopened = await updateOrder(context, tx, order, {
      cancellationStatus: "Pending",
      cancellationWords: null,
      cancellationDecidedAt: null,
    });
    await suspendPayment(context, tx, orderId);
    await publishChange(context, tx, reopened);
    await publishEvent(context, tx, order, cancellationReopened, { at: context.now().toISOString() });
    return [
      `The cancellation of ${orderId} is waiting for your decision again. If the customer was already told, they get an e-mail saying that you are looking at it again`,
    ];
  },
});

/** The order must be locked, and must be Processing or expired. */
async function cancelPaid(
  context: Context,
  tx: Tx,
  order: OrderRow,
  cause: "customer" | "shop",
  refundPaise: number,
): Promise<OrderRow> {
  // The order had already expired. Record who cancelled it, so that a late payment does not restore it.
  if (order.status === "Cancelled") return updateOrder(context, tx, order, { cancelledBecause: cause });
  refuseIf(describeTransitionError(order, "Cancelled"));
  const cancelled = await changeStatus(context, tx, order, "Cancelled", { cancelledBecause: cause });
  // If the cash was never collected, there is nothing to refund.
  if (!wasPaid(cancelled.paymentStatus)) return cancelled;
  const { lines, refunded } = await readGoods(tx, cancelled);
  const pieces = listRemaining(lines, refunded);
  await settleFindings(context, tx, order.orderId, ["dashboard-refund"]);
  return startRefund(context, tx, cancelled, "cancellation", { amountPaise: refundPaise, pieces });
}

export function findDecisionRefusal({ orderId, cancellationStatus }: OrderRow): string | null {
  if (cancellationStatus === null)
    return `The customer has not asked to cancel ${orderId}. You can cancel the order yourself.`;
  return cancellationStatus === "Pending"
    ? null
    : `The cancellation of ${orderId} is already decided: ${cancellationStatus}.`;
}

async function recordDecision(
  context: Context,
  tx: Tx,
  order: OrderRow,
  decision: "Approved" | "Rejected",
  answer: string | null = null,
): Promise<OrderRow> {
  const decided = await updateOrder(context, tx, order, {
    cancellationStatus: decision,
    cancellationWords: answer,
    cancellationDecidedAt: context.now(),
  });
  await publishChange(context, tx, decided);
  await publishEvent(context, tx, decided, cancellationDecided, { decision });
  return decided;
}

/**
 * Cancels an unpaid order. First closes its payment, including at the payment provider, so that nobody can pay for a
 * cancelled order. `then` runs in the transaction that cancels it. @throws CommandRefused if the customer may be paying
 * right now or has just paid, or if the order has just been changed
 */
async function cancelUnpaid(
  context: Context,
  { orderId }: OrderRow,
  cause: CancelCause,
  then: (tx: Tx, cancelled: OrderRow) => Promise<OrderRow> = async (_tx, cancelled) => cancelled,
): Promise<OrderRow> {
  switch (context.isRehearsal ? "closed" : await closePayment(context, orderId)) {
    case "unavailable":
      throw new CommandRefused(
        `The payment provider is not responding, so the shop cannot tell whether the customer is paying for ${orderId} right now. Please try again.`,
      );
    case "processing":
      throw new CommandRefused(
        `The customer is paying for ${orderId} right now. Please try again in a few minutes.`,
      );
    case "paid":
      throw new CommandRefused(`${orderId} has just been paid. Check the order, then try again.`);
    case "closed":
      return context.transact(async (tx) => then(tx, await cancelClosed(context, tx, orderId, cause)));
  }
}

async function cancelClosed(
  context: Context,
  tx: Tx,
  orderId: string,
  cause: CancelCause,
): Promise<OrderRow> {
  await expireOrder(context, tx, orderId, cause);
  const order = await lockOrder(tx, orderId);
  if (order?.status !== "Cancelled")
    throw new CommandRefused(`${orderId} has just been changed. Check the order, then try again.`);
  return updateOrder(context, tx, order, { cancelledBecause: cause });
}

export async function expireOrder(
  context: Context,
  tx: Tx,
  orderId: string,
  cause: CancelCause = "unpaid",
): Promise<OrderRow | null> {
  const order = await lockOrder(tx, orderId);
  const expired = order && (await changePaymentStatus(context, tx, order, "Expired"));
  if (expired?.status !== "Pending") return null;
  return changeStatus(context, tx, expired, "Cancelled", { cancelledBecause: cause });
}

/**
 * Cancels the unpaid orders of an account whose e-mail address belongs to another person. Otherwise that person could
 * pay for a stranger's order (T9). Keeps phone orders, because the owner knows those customers.
 */
export const onUnverifiedDataDeleted = defineSubscriber(
  unverifiedDataDeleted,
  "orders.unproven-dropped",
  async (context, { accountId, at }) => {
    const unpaid = await context.db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.accountId, accountId),
          eq(orders.status, "Pending"),
          eq(orders.byPhone, false),
          lte(orders.createdAt, new Date(at)),
        ),
      );
    // `cancelUnpaid` throws if a payment is in progress or has just arrived. The event is then delivered again, and
    // `unpaid` no longer contains the paid orders.
    for (const order of unpaid) await cancelUnpaid(context, order, "customer");
  },
);

export async function checkLateRequests({ db, now }: Context): Promise<Finding[]> {
  const requests = await listOrders(db, { cancellation: "Pending" });
  return requests
    .filter((order) => getAnswerDeadline(order) < now())
    .map(({ orderId, promised }) => ({
      about: orderId,
      what: `the customer has waited for more than ${formatHours(getRules(promised).answerWithinHours)} for an answer to their cancellation request`,
      remedy: "Approve or decline the request",
    }));
}
