import type { Paise } from "#contract/money.ts";
import { isSameText } from "#contract/text.ts";

export const orderStatuses = ["Pending", "Processing", "Delivered", "Cancelled"] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** The payment statuses of an order. A ₹0 order is Completed from the start (D5). */
export const orderPaymentStatuses = [
  "Pending",
  "Failed",
  "Completed",
  "Expired",
  "Refunding",
  "Refunded",
] as const;

export type OrderPaymentStatus = (typeof orderPaymentStatuses)[number];

/** The transitions of a payment status: forward only. A payment after the expiry still counts. */
export const orderPaymentTransitions: Record<OrderPaymentStatus, readonly OrderPaymentStatus[]> = {
  Pending: ["Failed", "Completed", "Expired"],
  Failed: ["Completed", "Expired"],
  Expired: ["Completed"],
  Completed: ["Refunding"],
  Refunding: ["Refunded"],
  // A shipped order may be returned in several parts.
  Refunded: ["Refunding"],
};

/** Returns the displayed status: one of four, 'cancle' as Cancelled, anything else as Unknown (§4, D67). */
export function toShownStatus(status: string | null | undefined): OrderStatus | "Unknown" {
  const statusText = status ?? "";
  if (isSameText(statusText, "cancle")) return "Cancelled";
  return orderStatuses.find((orderStatus) => isSameText(orderStatus, statusText)) ?? "Unknown";
}

/** True if money was ever received, even if it was refunded later. */
export const wasPaid = (paymentStatus: string): boolean =>
  ["Completed", "Refunding", "Refunded"].includes(paymentStatus);

/**
 * Returns the displayed payment status: a partial refund does not change it. `refundedAmount` and `paid` are in the same unit.
 */
export const toShownPayment = (
  paymentStatus: string,
  refundedAmount: number | null | undefined,
  paid: number,
): string =>
  paymentStatus === "Refunded" &&
  refundedAmount !== null &&
  refundedAmount !== undefined &&
  refundedAmount < paid
    ? "Partly refunded"
    : paymentStatus;

export const CASH_METHOD = "cash on delivery";

/** True if the courier still has to collect its money. Both a row and an order in a response have these fields. */
export const awaitsCash = ({ cash, paymentStatus }: { cash?: unknown; paymentStatus: string }): boolean =>
  Boolean(cash) && paymentStatus === "Pending";

/**
 * True if it waits to be packed: it is paid or will be paid in cash, and nothing of it is shipped. An order in a
 * response has these fields.
 */
export const isToPack = (order: {
  orderStatus: string;
  paymentStatus: string;
  cash?: unknown;
  tracking?: unknown;
}): boolean =>
  order.orderStatus === "Processing" &&
  (order.paymentStatus === "Completed" || awaitsCash(order)) &&
  !order.tracking;

/** Returns the amount that the courier collects; 0 for a paid order. A cash order has a single parcel. */
export const getSumToCollect = (order: { payable: Paise; cash: boolean; paymentStatus: string }): Paise =>
  awaitsCash(order) ? order.payable : 0;

/** Returns the amount of an order that is not refunded; pending refunds count as refunded. */
export const getUnrefunded = ({
  payable,
  refundAmount,
  paymentStatus,
}: {
  payable: Paise;
  refundAmount: Paise | null;
  paymentStatus: string;
}): Paise => (wasPaid(paymentStatus) ? payable - (refundAmount ?? 0) : 0);

/**
 * True if 'Pay now' is possible: unpaid, not a cash order, stock still reserved, and no cancellation request (D60,
 * D102).
 */
export const isPayable = ({
  orderStatus,
  paymentStatus,
  cancellation,
  cash,
}: {
  orderStatus: string;
  paymentStatus: string;
  cancellation?: { status?: string | undefined } | null | undefined;
  cash?: unknown;
}): boolean =>
  orderStatus === "Pending" &&
  !cash &&
  (paymentStatus === "Pending" || paymentStatus === "Failed") &&
  cancellation?.status !== "Pending";

/** Texts shown where a field is missing (§2.15, D91). */
export const orderFallbacks = {
  product: "Unknown Product",
  productName: "Product Name Unavailable",
  user: "Unknown User",
  email: "No Email Available",
  date: "Date Unavailable",
  paymentMethod: "NOT PROVIDED",
  paymentStatus: "Unknown",
} as const;

/** The statuses of a parcel: packed and not sent · on its way · delivered · lost on the way. */
export const parcelStatuses = ["Waiting", "Sent", "Delivered", "Lost"] as const;
export type ParcelStatus = (typeof parcelStatuses)[number];
