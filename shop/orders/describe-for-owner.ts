import { formatRupeesGrouped } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import { isByHand, wasPaid } from "#shop/payments/payment.ts";
import { getBuyer, getContactName, type OrderContact } from "#shop/documents/recipient.ts";
import { formatPieces } from "./returned-pieces.ts";
import { type OrderStatus } from "./status.ts";

interface NamedOrder {
  orderId: string;
  contact: OrderContact;
}

/** Returns an order for JSON output, without its idempotency key and payload hash. Amounts are in paise. */
export const toPlainOrder = <Order extends { idempotencyKey: unknown; payloadHash: unknown }>({
  idempotencyKey: _key,
  payloadHash: _hash,
  ...order
}: Order) => order;

interface PaidOrder {
  orderId: string;
  cash: boolean;
  paymentMethod: string | null;
}

/** Returns for example `in cash` or `by UPI to the shop`. Null if the payment provider gets the money. */
export const describeDirectPayment = ({ cash, paymentMethod }: PaidOrder): string | null =>
  cash ? "in cash" : isByHand(paymentMethod) ? `by ${paymentMethod}` : null;

/** Describes a refund that has started. For a direct payment, explains how the owner completes it. */
export function describeStartedRefund(order: PaidOrder, amountPaise: number): string {
  const how = describeDirectPayment(order);
  return how === null
    ? describeRefund(amountPaise)
    : `${formatRupeesGrouped(amountPaise)} is to be refunded to the customer. The order was paid ${how}, so send the money yourself. Then choose 'Record your own transfer' for ${order.orderId} and enter the reference.`;
}

/**
 * Returns a sentence for confirmation questions. It tells the owner to send the refund of a direct payment. Empty if
 * the payment provider sends the refund.
 */
export function describeOwnTransfer(order: PaidOrder): string {
  const how = describeDirectPayment(order);
  return how === null
    ? ""
    : ` The order was paid ${how}, so you then send the money yourself and record the transfer.`;
}

export const describeRefund = (amountPaise: number): string =>
  `${formatRupeesGrouped(amountPaise)} is refunded to the customer.`;

export const BY_HAND =
  'for an order paid to you directly: the reference of your own transfer, e.g. "UPI 428812345678"';

export const describeByHand = (amountPaise: number): string =>
  `Your own refund of ${formatRupeesGrouped(amountPaise)} was recorded, and a credit note was issued.`;

export const NOT_MAILED = "The customer has no e-mail address, so tell them yourself.";

/** Returns `mailed`, or `NOT_MAILED` if the customer has no e-mail address. */
export const describeMail = (
  { contact }: { contact: OrderContact },
  mailed = "The customer gets an e-mail.",
): string => (contact.email === "" ? NOT_MAILED : mailed);

export const askAboutMail = (
  { contact }: { contact: OrderContact },
  question: string,
  [mailed, notMailed]: readonly [mailed: string, notMailed: string],
): string => question + (contact.email === "" ? `${notMailed} ${NOT_MAILED}` : mailed);

export const formatCustomer = ({ contact }: { contact: OrderContact }): string =>
  `${getContactName(getBuyer(contact))}${contact.email ? ` <${contact.email}>` : ", without an e-mail address"}`;

export const orderArgument = {
  name: "orderId",
  summary: "the order, e.g. TRV-7K3M9Q",
  kind: "order",
} as const;

export const WHY = "for the history of the order; the customer does not see it";

export const FINAL = "You cannot undo this.";

export const describeMoney = (order: NamedOrder): string =>
  order.contact.email === ""
    ? `A credit note is issued, which you can print with the papers of ${order.orderId}. ${NOT_MAILED} ${FINAL}`
    : `The customer gets an e-mail with a credit note. ${FINAL}`;

/** Describes what a refund changes and how much was refunded before. `order.refundAmount` includes `amountPaise`. */
export function describeRefundEffect(
  order: NamedOrder & { refundAmount: number | null },
  isRestocked: boolean,
  amountPaise: number,
): string {
  const earlierPaise = (order.refundAmount ?? 0) - amountPaise;
  return joinTexts(
    " ",
    earlierPaise > 0 && `${formatRupeesGrouped(earlierPaise)} is already refunded.`,
    isRestocked ? "The pieces are put back in stock." : "The stock does not change.",
    amountPaise > 0 ? describeMoney(order) : FINAL,
  );
}

export function describeSettlementRefusal(order: {
  orderId: string;
  cash: boolean;
  status: OrderStatus;
  paymentStatus: string;
}): string | null {
  const { orderId, cash, status, paymentStatus } = order;
  if (!cash)
    return `${orderId} was not paid in cash on delivery, so there is no payment from the courier to record`;
  if (wasPaid(paymentStatus)) return null;
  return status === "Cancelled"
    ? `${orderId} is cancelled, so the courier should have collected no money for it. Ask the courier what this payment is for`
    : `${orderId} has not been delivered yet. If it has arrived, mark it as delivered first`;
}

/** Lists products with too little stock: `3 × Teak Tray are ordered, but only 2 are in stock.` */
export const describeShortages = (
  shortages: readonly { productId: string; wanted: number; available: number }[],
  lines: Parameters<typeof formatPieces>[1],
  verb: "needed" | "ordered",
): string[] =>
  shortages.map(
    ({ productId, wanted, available }) =>
      `${formatPieces([{ productId, quantity: wanted }], lines)} ${wanted === 1 ? "is" : "are"} ${verb}, but ${available === 0 ? "none is" : `only ${available} ${available === 1 ? "is" : "are"}`} in stock.`,
  );
