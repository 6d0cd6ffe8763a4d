import { formatDateTime } from "#contract/dates.ts";
import { formatRupees, type Paise } from "#contract/money.ts";

export const CURRENCY = "INR" as const;

const providerNames = ["test", "razorpay"] as const;
export type ProviderName = (typeof providerNames)[number];

/** Razorpay's limits for an ordinary account. The owner is notified if Razorpay refuses an amount within the limits. */
export const onlineLimits: Readonly<Record<"least" | "most", Paise>> = { least: 100, most: 50_000_000 };

export const paymentStatuses = [
  "Pending",
  "Failed",
  "Completed",
  "Expired",
  "Refunding",
  "Refunded",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The status in exports if no cash was collected: the parcel was refused, or the order was cancelled or lost. */
export const NOT_COLLECTED = "Not collected";

/**
 * A provider's report. `failed`: one attempt failed. `processing`: no result yet. `captured`: money was received.
 * `expired`: the session is closed and was not paid.
 */
export const paymentFacts = ["failed", "processing", "captured", "expired"] as const;
export type PaymentFact = (typeof paymentFacts)[number];

/** The new status after each report. A report without an entry changes nothing. Reports may come in any order. */
export const paymentTransitions: Record<PaymentStatus, Partial<Record<PaymentFact, PaymentStatus>>> = {
  Pending: { failed: "Failed", captured: "Completed", expired: "Expired" },
  Failed: { captured: "Completed", expired: "Expired" },
  Expired: { captured: "Completed" },
  Completed: {},
  Refunding: {},
  Refunded: {},
};

/** Returns the status after a report; null if the report changes nothing. */
export const getStatusAfter = (status: PaymentStatus, fact: PaymentFact): PaymentStatus | null =>
  paymentTransitions[status][fact] ?? null;

/** The names of payments without a provider, as shown in orders and documents. */
export const byHandMethods = {
  upi: "UPI to the shop",
  bank: "bank transfer to the shop",
  cash: "cash to the shop",
} as const;
export type HandPaymentMethod = keyof typeof byHandMethods;

export interface HandPayment {
  by: HandPaymentMethod;
  reference: string;
}

/** True if the customer paid the shop or the courier directly. The owner must then send any refund. */
export const isByHand = (method: string | null): boolean =>
  method === "cash" || Object.values<string | null>(byHandMethods).includes(method);

export const receivedStatuses = ["Completed", "Refunding", "Refunded"] as const satisfies PaymentStatus[];

export const wasPaid = (status: string): boolean => receivedStatuses.some((received) => received === status);

/** True if the customer can still pay, even after a failed attempt (D60). */
export const isOpen = (status: PaymentStatus): boolean => status === "Pending" || status === "Failed";

/** The data that opens a payment window: the path of a page for a frame, or the options for Razorpay's script. */
export type WindowDescription =
  | { provider: "test"; window: string }
  | { provider: "razorpay"; keyId: string; providerOrderId: string };

/** The result of Razorpay's window. The signature covers Razorpay's order id and payment id. */
export interface ReturnProof {
  paymentId: string;
  signature: string;
}

/** A message that the test provider's frame sends to the shop's page with `postMessage`. */
export interface WindowMessage {
  source: "taruva-pay";
  /** `open`: the frame shows a page. `leaving`: the frame loads the next page. The other values are the result. */
  state: "open" | "leaving" | "captured" | "failed" | "closed";
}

export const isWindowMessage = (data: unknown): data is WindowMessage =>
  typeof data === "object" && data !== null && (data as { source?: unknown }).source === "taruva-pay";

/** Returns the notice for an amount that is too large or too small to pay online. Null for other amounts and for ₹0. */
export function describeOnlineLimit(payable: Paise): string | null {
  if (isTooMuchOnline(payable)) return TOO_MUCH;
  return payable > 0 && payable < onlineLimits.least
    ? `Sums below ${formatRupees(onlineLimits.least)} cannot be paid online. We don't charge this sum, and your order is complete when you place it.`
    : null;
}

export const isTooMuchOnline = (payable: Paise): boolean => payable > onlineLimits.most;

export const TOO_MUCH = `Up to ${formatRupees(onlineLimits.most)} can be paid online in one payment. Please order in two parts, or write to us or call us. We will arrange another way to pay.`;

export function describeRefusal({
  wasOpened,
  reservedUntil,
  contact,
}: {
  wasOpened: boolean;
  reservedUntil: Date;
  contact: { email: string; phone: string } | null;
}): string {
  const [write, call] = contact
    ? [`write to ${contact.email}`, `call ${contact.phone}`]
    : ["write to us", "call us"];
  return [
    wasOpened
      ? "This payment cannot be taken online now. If you have already paid, do not pay again. Your order updates automatically."
      : "This payment cannot be taken online now, and nothing was charged.",
    `Your order is kept until ${formatDateTime(reservedUntil)}. Please ${write} or ${call}. We will arrange another way to pay.`,
  ].join(" ");
}

export type PaymentEnd = PaymentStatus | "under-way" | "unknown";

export const paymentMessages = {
  windowLost:
    "The payment window lost its connection. If you have paid, your order updates automatically; if not, open the window again.",
  notFound: "This payment does not exist.",
  notPayable: "This order can no longer be paid. To buy the pieces, please order them again.",
  paid: "This order is already paid.",
  refused:
    "This payment cannot be taken online now, and nothing was charged. Your order is kept. Please write to us or call us. We will arrange another way to pay.",
  inCash: "You pay for this order in cash when it arrives. There is nothing to pay now.",
  underWay:
    "Your bank may still be processing this payment. The order updates automatically once it is paid.",
  suspended: "You asked us to cancel this order. You can pay once we have replied.",
  scriptMissing:
    "The payment window could not be loaded. Nothing was charged. Please check your connection, switch off script blockers and try again.",
  received: "Payment received. Thank you!",
  failed: "The payment did not go through, and nothing was charged. Choose 'Pay now' to try again.",
  expired: "The order was not paid in time and has expired. Nothing was charged.",
  open: "This order is not paid yet. Choose 'Pay now' to open the payment again.",
  refundFollows: "We could no longer keep this order for you. We'll refund you the way you paid.",
  unknown: "We could not check the payment just now. Your order shows the result as soon as we know it.",
  tooMany: "You have opened or checked payments many times. Please wait a minute, then try again.",
  unproved: "This payment confirmation does not belong to this order. Please reload the page.",
  unavailable:
    "The payment provider is not responding right now. Your order is safe; please try again in a moment.",
} as const;

/** The message that the customer sees for each result of a payment (D102). */
export const paymentEndMessages: Record<PaymentEnd, string> = {
  Completed: paymentMessages.received,
  Failed: paymentMessages.failed,
  Expired: paymentMessages.expired,
  Pending: paymentMessages.open,
  Refunding: paymentMessages.refundFollows,
  Refunded: paymentMessages.refundFollows,
  "under-way": paymentMessages.underWay,
  unknown: paymentMessages.unknown,
};
