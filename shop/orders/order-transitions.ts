import { type PaymentStatus, wasPaid } from "#shop/payments/payment.ts";
import { type OrderStatus, orderStatuses, awaitsCash } from "./status.ts";

/** The cause of a cancellation. `unpaid`: the order expired. `refused`: the parcel was not accepted at the door. */
export const cancelCauses = ["unpaid", "customer", "shop", "refused"] as const;

export type CancelCause = (typeof cancelCauses)[number];

export interface TransitionOrder {
  orderId: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  cancelledBecause: CancelCause | null;
  cancellationStatus: string | null;
  dispatchedAt: Date | null;
  lostAt: Date | null;
  payable: number;
  refundAmount: number | null;
  cash: boolean;
}

type TransitionError =
  | "lost"
  | "same"
  | "no-such-transition"
  | "unpaid"
  | "paid"
  | "asked-to-cancel"
  | "on-its-way";

type Guard = (order: TransitionOrder, cause: CancelCause | null | undefined) => TransitionError | null;

const requirePaid = (order: TransitionOrder): TransitionError | null =>
  order.paymentStatus === "Completed" || awaitsCash(order) ? null : "unpaid";

const refusePaid: Guard = ({ paymentStatus }) => (paymentStatus === "Completed" ? "paid" : null);

/** Accepts a late payment if the order expired unpaid, but not if somebody cancelled the order. */
const requirePaidLate: Guard = (order) =>
  order.cancelledBecause === "unpaid" ? requirePaid(order) : "no-such-transition";

const isPartRefunded = ({ refundAmount, payable }: TransitionOrder): boolean =>
  refundAmount !== null && refundAmount < payable;

/**
 * Refuses an order that is lost, has an open cancellation request, was fully refunded before shipping, or is unpaid. A
 * cash-on-delivery order may be unpaid.
 */
const requireDeliverable: Guard = (order) => {
  if (order.cancellationStatus === "Pending") return "asked-to-cancel";
  if (order.lostAt !== null) return "lost";
  const isInProgress = order.dispatchedAt !== null || isPartRefunded(order);
  return wasPaid(order.paymentStatus) && isInProgress ? null : requirePaid(order);
};

const refuseOnItsWay: Guard = ({ dispatchedAt }, cause) =>
  dispatchedAt !== null && cause !== "refused" ? "on-its-way" : null;

export const orderTransitions: Record<OrderStatus, Partial<Record<OrderStatus, Guard>>> = {
  Pending: { Processing: requirePaid, Cancelled: refusePaid },
  Processing: { Delivered: requireDeliverable, Cancelled: refuseOnItsWay },
  Delivered: {},
  Cancelled: { Processing: requirePaidLate },
};

/** Returns why an order cannot change to the status `to`; null if it can. `cause` is the reason for a cancellation. */
export function getTransitionError(
  order: TransitionOrder,
  to: OrderStatus,
  cause?: CancelCause | null,
): TransitionError | null {
  if (order.status === to) return "same";
  const guard = orderTransitions[order.status][to];
  return guard ? guard(order, cause) : "no-such-transition";
}

export const listPossibleTransitions = (order: TransitionOrder): OrderStatus[] =>
  orderStatuses.filter((to) => getTransitionError(order, to) === null);

export function describeTransitionError(order: TransitionOrder, to: OrderStatus): string | null {
  const refusal = getTransitionError(order, to);
  if (refusal === null) return null;
  const possible = listPossibleTransitions(order);
  const suggestion =
    possible.length > 0
      ? `The status can change to ${possible.join(" or ")}.`
      : "The status of this order cannot change any more.";
  return `${reasons[refusal](order, to)} ${suggestion}`;
}

export function describeDispatchRefusal(order: TransitionOrder): string | null {
  const { orderId, status, paymentStatus } = order;
  const refusal = getTransitionError(order, "Delivered");
  if (refusal === null) return null;
  if (refusal === "asked-to-cancel") return reasons[refusal](order, "Delivered");
  if (status === "Delivered")
    return `${orderId} has already been delivered, so there is nothing left to dispatch.`;
  if (status === "Cancelled") return `${orderId} is cancelled. Do not send it.`;
  if (refusal === "lost") return `${orderId} was lost on the way and is being refunded. Do not send it.`;
  if (awaitsCash(order))
    return `${orderId} is not confirmed by the customer yet, so do not send it. If they agreed on the phone, confirm the order for them first.`;
  return wasPaid(paymentStatus)
    ? `${orderId} is being refunded. Do not send it.`
    : `${orderId} is not paid yet, so do not send it. If the customer has paid, compare the payments with the provider now.`;
}

/** Explains why no parcel of a fully refunded order can be shipped (T54); null for other orders. */
export const describeRefundedRefusal = ({ orderId, payable, refundAmount }: TransitionOrder): string | null =>
  payable > 0 && (refundAmount ?? 0) >= payable
    ? `${orderId} is fully refunded. Do not send it. If no more pieces of it will be sent, cancel the order.`
    : null;

export function describeDeliveryRefusal(order: TransitionOrder): string | null {
  const refusal = describeTransitionError(order, "Delivered");
  if (refusal !== null || order.dispatchedAt !== null) return refusal;
  return `${order.orderId} has not been dispatched yet. Dispatch it first, or mark it as handed over in person.`;
}

const reasons: Record<TransitionError, (order: TransitionOrder, to: OrderStatus) => string> = {
  lost: ({ orderId }, to) =>
    `${orderId} was lost on the way and is being refunded, so its status cannot change to ${to}. If it has arrived after all, add a note to the order.`,
  same: ({ orderId }, to) => `${orderId} is ${to} already.`,
  "no-such-transition": ({ orderId, status }, to) =>
    `${orderId} is ${status}, so its status cannot change to ${to}.`,
  unpaid: ({ orderId, paymentStatus }, to) =>
    `${orderId} is not paid (payment: ${paymentStatus}), so its status cannot change to ${to}.`,
  paid: ({ orderId }, to) =>
    `${orderId} is paid, so its status cannot change to ${to} before it is Processing.`,
  "asked-to-cancel": ({ orderId }) =>
    `The customer of ${orderId} has asked to cancel it. First agree to the cancellation or decline it.`,
  "on-its-way": (order) =>
    `${order.orderId} is on its way to the customer and can no longer be cancelled.${awaitsCash(order) ? ` If the customer refused the parcel, mark it as refused at the door.` : ""}`,
};
