import { fromRupees, type Paise } from "#contract/money.ts";
import { isSameText } from "#contract/text.ts";
import { isTooMuchOnline, type PaymentStatus, wasPaid } from "#shop/payments/payment.ts";

export const orderStatuses = ["Pending", "Processing", "Delivered", "Cancelled"] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/**
 * The allowed changes of an order's payment status. A late payment completes even an expired order. An order of ₹0 is
 * Completed from the start (D5).
 */
export const orderPaymentTransitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  Pending: ["Failed", "Completed", "Expired"],
  Failed: ["Completed", "Expired"],
  Expired: ["Completed"],
  Completed: ["Refunding"],
  Refunding: ["Refunded"],
  // The customer can return more pieces after a refund.
  Refunded: ["Refunding"],
};

/** Returns the status to show. The spelling 'cancle' counts as Cancelled, anything unknown as Unknown (§4, D67). */
export function toShownStatus(status: string | null | undefined): OrderStatus | "Unknown" {
  const statusText = status ?? "";
  if (isSameText(statusText, "cancle")) return "Cancelled";
  return orderStatuses.find((orderStatus) => isSameText(orderStatus, statusText)) ?? "Unknown";
}

/** Returns the payment status to show. The refunded and the paid amount must be in the same unit. */
export const toShownPayment = (
  paymentStatus: string,
  refundedAmount: number | null | undefined,
  paid: number,
): string =>
  paymentStatus === "Refunded" && (refundedAmount ?? paid) < paid ? "Partly refunded" : paymentStatus;

export const CASH_METHOD = "cash on delivery";

/** True for a cash-on-delivery order whose cash is not collected yet. Accepts a row or an order in a response. */
export const awaitsCash = ({ cash, paymentStatus }: { cash?: unknown; paymentStatus: string }): boolean =>
  Boolean(cash) && paymentStatus === "Pending";

/** True if the order is Processing, is paid without a refund or will be paid in cash, and no piece of it is shipped. */
export const isToPack = (order: {
  orderStatus: string;
  paymentStatus: string;
  cash?: unknown;
  tracking?: unknown;
}): boolean =>
  order.orderStatus === "Processing" &&
  (order.paymentStatus === "Completed" || awaitsCash(order)) &&
  !order.tracking;

/** Returns the cash that the courier must collect, in paise. It is never divided: a cash order has a single parcel. */
export const getSumToCollect = (order: { payable: Paise; cash: boolean; paymentStatus: string }): Paise =>
  awaitsCash(order) ? order.payable : 0;

/** Returns the paise that can still be refunded. Pending refunds count as refunded. */
export const getUnrefunded = (order: {
  payable: Paise;
  refundAmount: Paise | null;
  paymentStatus: string;
}): Paise => (wasPaid(order.paymentStatus) ? order.payable - (order.refundAmount ?? 0) : 0);

interface PayableOrder {
  orderStatus: string;
  paymentStatus: string;
  cancellation?: { status?: string | undefined } | null | undefined;
  cash?: unknown;
}

/** True if the customer still has to pay the order. False for cash on delivery (D60, D102). */
export const isPayable = (order: PayableOrder): boolean =>
  order.orderStatus === "Pending" &&
  !order.cash &&
  (order.paymentStatus === "Pending" || order.paymentStatus === "Failed") &&
  order.cancellation?.status !== "Pending";

/** True if the customer can pay the order online. The total of an order by phone may be too high for that. */
export const isPayableOnline = (order: PayableOrder & { grandTotal?: number | undefined }): boolean =>
  isPayable(order) && !isTooMuchOnline(fromRupees(order.grandTotal ?? 0) ?? 0);

/** Texts shown instead of missing fields (§2.15, D91). */
export const orderFallbacks = {
  product: "Unknown Product",
  productName: "Product Name Unavailable",
  email: "No Email Available",
  date: "Date Unavailable",
  paymentMethod: "NOT PROVIDED",
  paymentStatus: "Unknown",
} as const;

/** `Waiting` is not shipped yet. `Sent` is in transit. */
export const parcelStatuses = ["Waiting", "Sent", "Delivered", "Lost"] as const;
export type ParcelStatus = (typeof parcelStatuses)[number];
