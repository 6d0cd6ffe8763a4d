import { formatRupees, formatRupeesGrouped, fromRupees } from "#contract/money.ts";
import { formatDate, formatDateTime, formatDeadline, getEndOfDay } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import { HOUR } from "#contract/time.ts";
import {
  calculateDeliveryDates,
  calculateDispatchDay,
  formatDeliveryDates,
  formatDispatchDay,
} from "#shop/policies/delivery-dates.ts";
import { formatBusinessDays, getRules } from "#shop/policies/rules.ts";
import type { Order } from "./order.ts";
import { countParcels, describeParcels, describeReplacement } from "./parcels.ts";
import { listReturnRequests } from "./returned-pieces.ts";
import { awaitsCash, isPayable, isPayableOnline, toShownStatus } from "./status.ts";
import { wasPaid } from "#shop/payments/payment.ts";

export type TrackedOrder = Pick<Order, "orderStatus" | "paymentStatus" | "createdAt"> & Partial<Order>;

export interface TimelineStep {
  name: string;
  done: boolean;
  date: string | null;
}

export const LOST = "Lost on the way";

export const isEnd = (step: string): boolean => step === "Cancelled" || step === LOST;

/** Returns the steps of an order. The last step may be "Cancelled" or `LOST`. Empty if the status is unknown. */
export function buildTimeline(order: TrackedOrder): TimelineStep[] {
  const status = toShownStatus(order.orderStatus);
  const wasItPaid = order.cash ? order.invoicedAt !== undefined : wasPaid(order.paymentStatus);
  const paid = buildStep(
    order.cash ? "Confirmed" : "Paid",
    wasItPaid,
    order.invoicedAt,
    describePaymentDay(order),
  );
  const placed = buildStep("Placed", true, order.createdAt);
  if (status === "Unknown") return [];
  if (status === "Cancelled") {
    return [placed, ...(wasItPaid ? [paid] : []), buildStep("Cancelled", true, order.cancelledAt)];
  }
  if (order.lostAt !== undefined)
    return [
      placed,
      paid,
      buildStep("Dispatched", true, order.dispatchedAt),
      buildStep(LOST, true, order.lostAt),
    ];
  const isDelivered = status === "Delivered";
  return [
    placed,
    paid,
    buildStep(
      "Dispatched",
      isDelivered || (Boolean(order.tracking) && describePartSent(order) === null),
      order.dispatchedAt ?? order.deliveredAt,
      describePartSent(order) ?? getDispatchDay(order),
    ),
    buildStep("Delivered", isDelivered, order.deliveredAt, getExpectedDelivery(order) ?? describeWait(order)),
  ];
}

function describePartSent({ orderStatus, items = [], parcels }: TrackedOrder): string | null {
  const counts = countParcels({ orderStatus, items, parcels });
  if (counts === null || counts.unsent === 0) return null;
  return `${counts.pieces - counts.unsent} of ${formatCount(counts.pieces, "piece")}`;
}

const buildStep = (
  name: string,
  isDone: boolean,
  date: string | undefined,
  expected: string | null = null,
): TimelineStep => ({ name, done: isDone, date: isDone ? (date ? formatDate(date) : null) : expected });

const describePaymentDay = ({ payableUntil, cash }: TrackedOrder): string | null => {
  const deadline = cash?.confirmBy ?? payableUntil;
  const day = deadline && formatDate(deadline);
  return day ? `by ${day}` : null;
};

const getDispatchDay = (order: TrackedOrder): string | null =>
  getExpectedDelivery(order) === null
    ? describeWait(order)
    : `by ${formatDispatchDay(calculateDispatchDay(new Date(order.createdAt), order.promised))}`;

const describeWait = (order: TrackedOrder): string | null =>
  order.cash?.confirmBy !== undefined ? "after you confirm it" : isPayable(order) ? "after payment" : null;

/**
 * Returns the expected days of delivery, `Wed 2 – Tue 8 Dec`, while the parcel is being packed or in transit (§9).
 * Null in all other cases, if these days are over, and if the customer asked to cancel. Also null during a
 * replacement, and after a refund unless it was partial and before shipping.
 */
export function getExpectedDelivery(order: TrackedOrder): string | null {
  if (!awaitsDelivery(order) || isLate(order)) return null;
  const placedAt = new Date(order.createdAt);
  return Number.isNaN(placedAt.getTime())
    ? null
    : formatDeliveryDates(calculateDeliveryDates(placedAt, order.promised));
}

function awaitsDelivery(order: TrackedOrder): boolean {
  if (toShownStatus(order.orderStatus) !== "Processing" || order.cancellation?.status === "Pending")
    return false;
  if (order.lostAt !== undefined) return false;
  if (hasRefund(order) && (order.tracking || !isPartRefunded(order))) return false;
  return describeReplacement({ ...order, items: order.items ?? [] }) === null;
}

export const describeDelay = (order: TrackedOrder): string | null =>
  awaitsDelivery(order) && isLate(order) ? "Taking longer than expected" : null;

function isLate({ createdAt, promised, serverTime }: TrackedOrder): boolean {
  const placedAt = new Date(createdAt);
  if (serverTime === undefined || Number.isNaN(placedAt.getTime())) return false;
  return Date.parse(serverTime) > getEndOfDay(calculateDeliveryDates(placedAt, promised).latest).getTime();
}

/**
 * Returns the text below an order: its state and what the customer can do. With `now`, the text is for a screen and
 * may contain "today". Otherwise it is for an e-mail or the tracking page: it contains dates, and amounts have
 * Indian digit groups (D7).
 */
export function describeNextStep(order: TrackedOrder, now?: Date): string {
  const status = toShownStatus(order.orderStatus);
  if (status === "Cancelled") return describeEnd(order, now);
  if (order.cancellation?.status === "Pending")
    return `You asked to cancel this order. ${status === "Pending" && !order.cash ? "No payment has arrived, so it ends by itself when the time to pay is over. If your bank is still checking a payment, we wait for the result first." : describeReply(order, now)}`;
  const replacement = describeReplacement({ ...order, items: order.items ?? [] });
  if (replacement !== null) return replacement;
  if (hasRefund(order) && (order.tracking || !isPartRefunded(order)))
    return `${describeTransit(order)} ${describeReturn(order, now)}`;
  if (order.lostAt !== undefined) return describeTransit(order);
  if (status === "Delivered")
    return listReturnRequests(order).length > 0
      ? "Your order has arrived."
      : "Your order has arrived. We hope it will be with you for many meals.";
  if (isPayable(order)) {
    const deadline = describePaymentDeadline(order, now);
    const how = isPayableOnline(order)
      ? ""
      : " The total is too high for one online payment: please write to us or call us, and pay by bank transfer.";
    return `Your pieces are set aside. We start packing as soon as you have paid.${how}${deadline ? ` ${deadline}.` : ""}`;
  }
  if (order.cash?.confirmBy !== undefined)
    return `Your pieces are set aside. Please confirm this order with the link in our e-mail by ${formatMoment(order.cash.confirmBy, now)}. Then we start packing.`;
  if (status !== "Processing")
    return "We're looking into this order. If you don't hear from us within a day, please write to us.";
  const delay = isLate(order) ? " It is taking longer than we expected. We are sorry." : "";
  const parcels = describeParcels({ ...order, items: order.items ?? [] });
  if (parcels !== null) return parcels + delay;
  return order.tracking
    ? `Your parcel is on its way with ${order.tracking.courier}, number ${order.tracking.number}.${delay}`
    : `Your order is ${order.cash ? "confirmed" : "paid"}. We check every piece by hand, pack it and e-mail you the tracking number.${delay}${isPartRefunded(order) ? ` ${describeReturn(order, now)}` : ""}`;
}

/** False for a refund of ₹0, which is recorded for pieces that the coupon paid for. */
const hasRefund = ({ refundAmount = 0 }: TrackedOrder): boolean => refundAmount > 0;

const isPartRefunded = ({ refundAmount = 0, grandTotal = 0 }: TrackedOrder): boolean =>
  refundAmount > 0 && refundAmount < grandTotal;

/** Like `describeNextStep`, but without amounts, because the tracking page needs no login. */
export function describePublicStep(order: TrackedOrder): string {
  const { refundAmount: _, grandTotal: __, ...unpriced } = order;
  const step = describeNextStep(unpriced);
  if (!hasRefund(order) || toShownStatus(order.orderStatus) === "Cancelled") return step;
  const isSent = order.tracking !== undefined || toShownStatus(order.orderStatus) === "Delivered";
  const how = isPartRefunded(order) ? "Part of the" : "The";
  const refund = order.cash
    ? `${how} money ${describeSentBack(order)}.`
    : `${how} payment ${order.paymentStatus === "Refunded" ? "was" : "is being"} refunded.`;
  return `${isSent ? describeTransit(order) : step} ${refund}`;
}

/** Returns `Pay by 3:51 pm today, or the order expires`; null if the order has no deadline (D60). */
export const describePaymentDeadline = (
  { payableUntil }: Pick<Order, "payableUntil">,
  now?: Date,
): string | null =>
  payableUntil === undefined || Number.isNaN(Date.parse(payableUntil))
    ? null
    : `Pay by ${formatMoment(payableUntil, now)}, or the order expires`;

const formatMoment = (date: string, now?: Date): string =>
  now ? formatDeadline(date, now) : formatDateTime(date);

function describeReply({ cancellation, promised }: TrackedOrder, now?: Date): string {
  const requestedAt = Date.parse(cancellation?.requestedAt ?? "");
  const replyBy = new Date(requestedAt + getRules(promised).answerWithinHours * HOUR);
  return Number.isNaN(requestedAt) || (now && replyBy < now)
    ? "We'll reply as soon as we can."
    : `We'll reply by ${formatMoment(replyBy.toISOString(), now)}.`;
}

const describeTransit = (order: TrackedOrder): string =>
  order.lostAt !== undefined
    ? "Your parcel was lost on the way. We are sorry."
    : toShownStatus(order.orderStatus) === "Delivered"
      ? "Your order has arrived."
      : (describeParcels({ ...order, items: order.items ?? [] }) ?? "Your parcel has left our workshop.");

/** Describes the refund of a cash order, which is pending until the owner has transferred the money. */
const describeSentBack = ({ paymentStatus }: Pick<Order, "paymentStatus">): string =>
  paymentStatus === "Refunded" ? "was sent back" : "will be sent back";

function describeReturn(
  { refundAmount = 0, paymentStatus, cash, promised }: TrackedOrder,
  now?: Date,
): string {
  const amount = (now ? formatRupees : formatRupeesGrouped)(fromRupees(refundAmount) ?? 0);
  if (cash) return `${amount} ${describeSentBack({ paymentStatus })} to you.`;
  if (paymentStatus === "Refunded") return `${amount} was refunded the way you paid.`;
  return `${amount} will be refunded the way you paid. Refunds reach you in ${formatBusinessDays(getRules(promised).refundWithinDays)}.`;
}

export const cashDueLabel = "To pay in cash on delivery";

/** Returns `To pay in cash on delivery: ₹1040.11`; null if no cash is due. */
export const describeCashDue = (
  order: Pick<Order, "cash" | "paymentStatus" | "orderStatus" | "grandTotal">,
): string | null =>
  awaitsCash(order) && toShownStatus(order.orderStatus) !== "Cancelled"
    ? `${cashDueLabel}: ${formatRupees(fromRupees(order.grandTotal) ?? 0)}`
    : null;

function describeEnd(order: TrackedOrder, now: Date | undefined): string {
  const { paymentStatus, refundAmount, cash, tracking, invoicedAt } = order;
  if (order.expired && !wasPaid(paymentStatus)) return describeExpired(order);
  if (cash && !wasPaid(paymentStatus))
    return tracking
      ? "Your parcel came back to us, so this order was cancelled. Nothing was charged."
      : `This order was cancelled${invoicedAt ? "" : " before it was confirmed"}, so there is nothing to pay.`;
  if (!wasPaid(paymentStatus)) return "This order was cancelled before it was paid, so nothing was charged.";
  if (refundAmount === undefined)
    return `This order was cancelled. Your money ${paymentStatus === "Refunded" ? "was" : "will be"} refunded the way you paid.`;
  return `This order was cancelled. ${hasRefund(order) ? describeReturn(order, now) : "No refund is due."}`;
}

const describeExpired = ({ cash, cancellation }: TrackedOrder): string =>
  [
    cash
      ? "This order was not confirmed in time, so it has expired and is cancelled. There is nothing to pay."
      : "This order was not paid in time, so it has expired and is cancelled. Nothing was charged.",
    ...(cancellation?.status === "Pending" ? [] : ["Still want the pieces? Please order them again."]),
  ].join(" ");
