import { type OrderPaymentStatus, type OrderStatus, orderStatuses, wasPaid, awaitsCash } from "./status.ts";

/** Expired unpaid, requested by the customer, decided by the shop, or refused at the door. */
const cancelCauses = ["unpaid", "customer", "shop", "refused"] as const;

export type CancelCause = (typeof cancelCauses)[number];

export interface TransitionState {
  orderStatus: OrderStatus;
  paymentStatus: OrderPaymentStatus;
  cancelledBecause?: CancelCause | null;
  isCancellationRequested?: boolean;
  isOnItsWay?: boolean;
  /** True if a part was refunded and the rest of the order continues. */
  isPartBack?: boolean;
  /** True if everything was refunded or its refund is pending. */
  isAllBack?: boolean;
  isLost?: boolean;
  awaitsCash?: boolean;
  /** True if the customer refused the parcel at the door. */
  isRefused?: boolean;
}

interface StoredOrder {
  paymentStatus: OrderPaymentStatus;
  cancelledBecause: CancelCause | null;
  status: OrderStatus;
  cancellationStatus: string | null;
  dispatchedAt: Date | null;
  lostAt: Date | null;
  payable: number;
  refundAmount: number | null;
  cash: boolean;
}

export const toTransitionState = (order: StoredOrder): TransitionState => ({
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

type TransitionError =
  | "lost"
  | "same"
  | "no-such-transition"
  | "unpaid"
  | "paid"
  | "asked-to-cancel"
  | "on-its-way";

type Guard = (order: TransitionState) => TransitionError | null;

const requirePaid: Guard = ({ paymentStatus, awaitsCash }) =>
  paymentStatus === "Completed" || awaitsCash ? null : "unpaid";

const refusePaid: Guard = ({ paymentStatus }) => (paymentStatus === "Completed" ? "paid" : null);

/** An order that somebody cancelled stays cancelled, even if a payment arrives. */
const requirePaidLate: Guard = (order) =>
  order.cancelledBecause === "unpaid" ? requirePaid(order) : "no-such-transition";

/** A partly refunded order can still be shipped, and a shipped parcel can be delivered even after a full refund. */
const requireWanted: Guard = (order) => {
  if (order.isCancellationRequested) return "asked-to-cancel";
  if (order.isLost) return "lost";
  return wasPaid(order.paymentStatus) && (order.isOnItsWay || order.isPartBack) ? null : requirePaid(order);
};

const refuseOnItsWay: Guard = ({ isOnItsWay, isRefused }) => (isOnItsWay && !isRefused ? "on-its-way" : null);

/** The allowed status transitions, each with a guard that may refuse it. */
export const orderTransitions: Record<OrderStatus, Partial<Record<OrderStatus, Guard>>> = {
  Pending: { Processing: requirePaid, Cancelled: refusePaid },
  Processing: { Delivered: requireWanted, Cancelled: refuseOnItsWay },
  Delivered: {},
  Cancelled: { Processing: requirePaidLate },
};

/** Returns why an order cannot change to the status `to`; null if it can. */
export function getTransitionError(order: TransitionState, to: OrderStatus): TransitionError | null {
  if (order.orderStatus === to) return "same";
  const guard = orderTransitions[order.orderStatus][to];
  return guard ? guard(order) : "no-such-transition";
}

export const listPossibleTransitions = (order: TransitionState): OrderStatus[] =>
  orderStatuses.filter((to) => getTransitionError(order, to) === null);

/** Explains why the status cannot change and which changes are possible; null if it can change. */
export function describeTransitionError(
  orderId: string,
  order: TransitionState,
  to: OrderStatus,
): string | null {
  const refusal = getTransitionError(order, to);
  if (refusal === null) return null;
  const possible = listPossibleTransitions(order);
  const suggestion =
    possible.length > 0 ? `It can become ${possible.join(" or ")}.` : "Its status cannot change any more.";
  return `${reasons[refusal](orderId, order, to)} ${suggestion}`;
}

/**
 * Returns why a parcel cannot be shipped and what the owner can do; null if it can. The rules are those of a delivery.
 */
export function describeDispatchRefusal(orderId: string, order: TransitionState): string | null {
  const refusal = getTransitionError(order, "Delivered");
  if (refusal === null) return null;
  if (refusal === "asked-to-cancel") return reasons[refusal](orderId, order, "Delivered");
  if (order.orderStatus === "Delivered")
    return `${orderId} has already been delivered, so there is nothing left to dispatch.`;
  if (order.orderStatus === "Cancelled") return `${orderId} is cancelled. Do not send it.`;
  if (refusal === "lost") return `${orderId} was lost on the way and is being refunded. Do not send it.`;
  if (order.awaitsCash)
    return `${orderId} is not confirmed by the customer yet, so do not send it. If they agreed on the phone, confirm the order for them first.`;
  return wasPaid(order.paymentStatus)
    ? `${orderId} is being refunded. Do not send it.`
    : `${orderId} is not paid yet, so do not send it. If the customer has paid, compare the payments with the provider now.`;
}

/** Returns why no parcel of a fully refunded order can be shipped, not even a replacement (T54); otherwise null. */
export const describeRefundedRefusal = (orderId: string, { isAllBack }: TransitionState): string | null =>
  isAllBack
    ? `${orderId} is fully refunded. Do not send it. Cancel the order if nothing else of it will be sent.`
    : null;

/** Returns why a parcel cannot be marked as delivered and what the owner can do; null if it can. */
export function describeDeliveryRefusal(orderId: string, order: TransitionState): string | null {
  const refusal = describeTransitionError(orderId, order, "Delivered");
  if (refusal !== null || order.isOnItsWay) return refusal;
  return `${orderId} has not been dispatched yet. Dispatch it first, or mark it as handed over in person.`;
}

const reasons: Record<TransitionError, (orderId: string, order: TransitionState, to: OrderStatus) => string> =
  {
    lost: (orderId, _, to) =>
      `${orderId} was lost on the way and is being refunded, so it cannot become ${to}. If it has arrived after all, add a note to the order.`,
    same: (orderId, _, to) => `${orderId} is ${to} already.`,
    "no-such-transition": (orderId, { orderStatus }, to) =>
      `${orderId} is ${orderStatus} and cannot become ${to}.`,
    unpaid: (orderId, { paymentStatus }, to) =>
      `${orderId} is not paid (payment: ${paymentStatus}), so it cannot become ${to}.`,
    paid: (orderId, _, to) => `${orderId} is paid, so it cannot become ${to} yet.`,
    "asked-to-cancel": (orderId) =>
      `The customer of ${orderId} has asked to cancel it. First agree to the cancellation or decline it.`,
    "on-its-way": (orderId, { awaitsCash }) =>
      `${orderId} is on its way to the customer and can no longer be cancelled.${awaitsCash ? ` If the customer refused the parcel, mark it as not taken at the door.` : ""}`,
  };
