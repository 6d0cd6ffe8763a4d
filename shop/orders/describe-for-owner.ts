import { formatRupees } from "#contract/money.ts";
import { isByHand } from "#shop/payments/payment.ts";
import type { Tracking } from "./order.ts";
import { getBuyer, getContactName, type OrderContact } from "./recipient.ts";
import type { Pieces } from "./returned-pieces.ts";
import { type OrderStatus, wasPaid } from "./status.ts";

/* What the owner reads about an order in questions and results of commands. */

/** An order with the customer to notify. */
interface NamedOrder {
  orderId: string;
  contact: OrderContact;
}

/** An order for programs: amounts in paise, without the client's key. */
export const toPlainOrder = <Order extends { idempotencyKey: unknown; payloadHash: unknown }>({
  idempotencyKey: _key,
  payloadHash: _hash,
  ...order
}: Order) => order;

/** The sentence about a shipped order. */
export const describeOnItsWay = ({
  orderId,
  tracking,
}: {
  orderId: string;
  tracking: Tracking | null;
}): string => `${orderId} is on its way with ${tracking?.courier}, number ${tracking?.number}.`;

/** Describes how the owner refunds money paid directly to the shop; empty if a provider refunds it. */
export const describeByHandRefund = (id: string, paymentMethod: string | null): string =>
  isByHand(paymentMethod)
    ? ` It was paid by ${paymentMethod}, so send it yourself; then: payments show ${id} --by-hand "…"`
    : "";

export const describeRefund = (amountPaise: number): string =>
  `${formatRupees(amountPaise)} goes back to its customer.`;

/** The help of an option for orders that were paid directly to the shop. */
export const BY_HAND = 'of an order paid to you directly: your reference, e.g. "UPI 428812345678"';

export const describeByHand = (amountPaise: number): string =>
  `${formatRupees(amountPaise)} is noted as sent back by hand; its credit note is written.`;

/** The sentence that replaces "gets a mail" if the customer has no e-mail address. */
export const UNTOLD = "Its customer has no e-mail address: tell them yourself.";

/** Says that the customer gets a mail about a change, or that the owner must tell them. */
export const describeMail = (
  { contact }: { contact: OrderContact },
  mailed = "Its customer gets a mail.",
): string => (contact.email === "" ? UNTOLD : mailed);

export const formatCustomer = ({ contact }: { contact: OrderContact }): string =>
  `${getContactName(getBuyer(contact))}${contact.email ? ` <${contact.email}>` : ", without an e-mail address"}`;

/** The argument of commands about one order. */
export const orderArgument = {
  name: "orderId",
  summary: "the order, e.g. TRV-7K3M9Q",
  kind: "order",
} as const;

/** The end of a question about something that cannot be undone. */
export const FINAL = "That is final.";

/** Describes how the money is refunded, for questions about refunds. */
export const describeMoney = (order: NamedOrder): string =>
  order.contact.email === ""
    ? `With the money there is a credit note: orders print ${order.orderId}. ${UNTOLD} ${FINAL}`
    : `With the money its customer gets a credit note and a mail. ${FINAL}`;

/** Describes the effects of a refund on the stock and for the customer. */
export const describeRefundEffect = (order: NamedOrder, isRestocked: boolean, amountPaise: number): string =>
  `${isRestocked ? "The pieces go back into the stock." : "The stock stays as it is."} ${amountPaise > 0 ? describeMoney(order) : FINAL}`;

/** Reads `--line teak-tray:1`; null if it is written otherwise. */
export function readTypedPieces(line: string): Pieces | null {
  const [, productId, quantity] = /^(.+):([1-9]\d{0,2})$/.exec(line.trim()) ?? [];
  return productId === undefined ? null : { productId, quantity: Number(quantity) };
}

export const describeWrongPieces = (line: string): string =>
  `--line ${line} is no line. Write the product and how many: teak-tray:1.`;

/** Returns why a courier cannot have paid an order to the shop; null if it can. */
export function describeSettlementRefusal(order: {
  orderId: string;
  cash: boolean;
  status: OrderStatus;
  paymentStatus: string;
}): string | null {
  const { orderId, cash, status, paymentStatus } = order;
  if (!cash) return `${orderId} was not paid in cash`;
  if (wasPaid(paymentStatus)) return null;
  return status === "Cancelled"
    ? `${orderId} is cancelled, and nothing of it was collected: ask the courier`
    : `${orderId} has not arrived yet. Has it? orders deliver ${orderId}`;
}
