import { and, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { isByHand } from "#shop/payments/payment.ts";
import { formatRupees } from "#contract/money.ts";
import { type OrderRow, type InvoiceRow, type OrderRefundRow, orders } from "./tables.ts";
import { whereOrder } from "./change-status.ts";
import { formatDateTime } from "#contract/dates.ts";
import { formatPlace } from "#contract/place.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { listTaxRows, type RatedTaxes } from "#shop/pricing/totals.ts";
import type { InvoiceKind } from "./invoice-number.ts";
import { formatPlaceOfSupply, type PlaceOfSupply } from "../place-of-supply.ts";
import { describeWait, describeGift } from "../gift.ts";
import { getBuyer, getBuyerPhone, getContactName } from "../recipient.ts";
import { toShownPayment, wasPaid } from "../status.ts";
import { type ReturnRequest, formatPieces, listReturnRequests } from "../returned-pieces.ts";
import { generateUuid } from "#platform/ids.ts";
import { parseRequiredText } from "#platform/operator/command.ts";

/** An order for programs: amounts in paise, without the client's key. */
export const toPlainOrder = ({ idempotencyKey: _key, payloadHash: _hash, ...order }: OrderRow) => order;

/** The sentence about a shipped order. */
export const describeParcel = ({ orderId, tracking }: OrderRow): string =>
  `${orderId} is on its way with ${tracking?.courier}, number ${tracking?.number}.`;

/** Describes how the owner refunds money paid directly to the shop; empty if a provider refunds it. */
export const describeByHandRefund = (id: string, paymentMethod: string | null): string =>
  isByHand(paymentMethod)
    ? ` It was paid by ${paymentMethod}, so send it yourself; then: payments retry-refund ${id} --by-hand "…"`
    : "";

export const describeRefund = (amountPaise: number): string =>
  `${formatRupees(amountPaise)} goes back to its customer.`;

/** The help of the option for an order that was paid in cash. */
export const BY_HAND = 'of an order paid to you directly: your reference, e.g. "UPI 428812345678"';

/** Returns the reference of the owner's refund; undefined if none was typed. @throws CommandRefused */
export const parseByHand = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : parseRequiredText("by-hand", given, 100);

export const describeByHand = (amountPaise: number): string =>
  `${formatRupees(amountPaise)} is noted as sent back by hand; its credit note is written.`;

/** The sentence that replaces "gets a mail" if the customer has no e-mail address. */
export const UNTOLD = "Its customer has no e-mail address: tell them yourself.";

/** Says that its customer learns of a change by mail, or that the owner is to say it. */
export const describeMail = (
  { contact }: Pick<OrderRow, "contact">,
  mailed = "Its customer gets a mail.",
): string => (contact.email === "" ? UNTOLD : mailed);

/** Names the orders of a list whose customers have no e-mail address; returns an empty text if all have one. */
export async function describeUntold(
  { db }: Pick<Context, "db">,
  orderIds: readonly string[],
): Promise<string> {
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(isAnyOf(orders.orderId, orderIds), sql`${orders.contact} ->> 'email' = ''`))
    .orderBy(orders.orderId);
  const names = rows.map(({ orderId }) => orderId).join(", ");
  return names && `No e-mail address, so tell them yourself: ${names}.`;
}

/** The end of a question about an order by its number, of which its customer learns by mail. */
export async function askWithMail(
  { db }: Pick<Context, "db">,
  given: string | undefined,
  [mailed, untold]: readonly [mailed: string, untold: string],
): Promise<string> {
  const [order] = await db
    .select()
    .from(orders)
    .where(whereOrder(given ?? ""));
  return order?.contact.email === "" ? `${untold} ${UNTOLD}` : mailed;
}

export const formatCustomer = ({ contact }: OrderRow): string =>
  `${getContactName(getBuyer(contact))}${contact.email ? ` <${contact.email}>` : ", without an e-mail address"}`;

/** The facts of an order, line by line, for people. */
export function listOrderFacts(
  order: OrderRow,
  findings: readonly string[],
  papers: readonly InvoiceRow[],
  place: PlaceOfSupply,
  taxes: readonly RatedTaxes[],
): Record<string, string> {
  return {
    Placed: formatDateTime(order.createdAt) + (order.byPhone ? ", taken by phone" : ""),
    Status: order.status + (order.lostAt ? `, lost on the way ${formatDateTime(order.lostAt)}` : ""),
    ...listPapers(papers),
    Payment: [
      toShownPayment(order.paymentStatus, order.refundAmount, order.payable),
      order.paymentMethod ?? "",
      ...findings,
    ]
      .filter(Boolean)
      .join(", "),
    ...listParties(order, place),
    ...(order.notes && { Notes: order.notes }),
    ...(order.gift && { Gift: describeGift(order.gift) }),
    ...(order.promised?.notBefore && { Deliver: describeWait(order) ?? "" }),
    ...listMoments(order),
    Subtotal: formatRupees(order.subtotal),
    ...(order.shipping > 0 && { Shipping: formatRupees(order.shipping) }),
    ...Object.fromEntries(listTaxRows(taxes).map(([name, amount]) => [name, formatRupees(amount)])),
    ...(order.coupon > 0 && { Coupon: formatRupees(-order.coupon) }),
    Total: formatRupees(order.payable),
    ...listMoney(order),
  };
}

/** Each kind with all of its papers: there may be several credit notes. */
const listPapers = (papers: readonly InvoiceRow[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(papers, ({ kind }) => kind)].map(([kind, given]) => [
      paperNames[kind],
      given.map(({ number, issuedAt }) => `${number}, ${formatDateTime(issuedAt)}`).join(" · "),
    ]),
  );

const paperNames: Record<InvoiceKind, string> = { invoice: "Invoice", "credit-note": "Credit note" };

/** The customer, the delivery address and the company on the invoice. */
function listParties(order: OrderRow, place: PlaceOfSupply): Record<string, string> {
  const { shippingAddress: to, companyInvoice: company } = order;
  const mismatch = describePinMismatch(to.zipCode, to.state);
  return {
    Customer: formatCustomer(order),
    "Ship to": [to.street, formatPlace(to), to.country].filter(Boolean).join(", "),
    ...(mismatch && { "To check": mismatch }),
    Phone: to.phoneNumber,
    ...(order.contact.buyer && {
      Recipient: getContactName(order.contact),
      "Customer's phone": getBuyerPhone(order),
    }),
    "Place of supply": formatPlaceOfSupply(place),
    ...(company && {
      "Invoice to": `${company.name}, ${company.address} (${company.taxCode}, ${company.email})`,
    }),
  };
}

/**
 * Lists the events of an order with dates: cancellation request, shipping with its courier, delivery, return. The
 * courier is kept after the delivery.
 */
function listMoments(order: OrderRow): Record<string, string> {
  const { tracking, dispatchedAt, deliveredAt } = order;
  const parcel = tracking ? [tracking.courier, tracking.number, tracking.link ?? ""] : [];
  return {
    ...(order.cancellationStatus && {
      Cancellation: [
        order.cancellationStatus,
        order.cancellationRequestedAt ? `asked ${formatDateTime(order.cancellationRequestedAt)}` : "",
        order.cancellationDecidedAt ? `decided ${formatDateTime(order.cancellationDecidedAt)}` : "",
        ...(order.cancellationReasons ?? []),
        order.cancellationComments ?? "",
        order.cancellationWords ?? "",
      ]
        .filter(Boolean)
        .join(" · "),
    }),
    ...((dispatchedAt || tracking) && {
      Dispatched: [dispatchedAt ? formatDateTime(dispatchedAt) : "", ...parcel].filter(Boolean).join(", "),
    }),
    ...(deliveredAt && { Delivered: formatDateTime(deliveredAt) }),
    ...Object.fromEntries(
      listReturnRequests(order).map((request, at) => [
        at === 0 ? "Return" : `Return ${at + 1}`,
        describeReturn(request),
      ]),
    ),
  };
}

const describeReturn = ({ status, requestedAt, reasons, comments, words = "" }: ReturnRequest): string =>
  [status, `asked ${formatDateTime(requestedAt)}`, ...reasons, comments, words].filter(Boolean).join(" · ");

/** The money paid, the money given back, and the sum still to pay. */
function listMoney({ status, paymentStatus, payable, refundAmount, cash }: OrderRow): Record<string, string> {
  const isPaid = wasPaid(paymentStatus);
  return {
    ...(isPaid && { Paid: formatRupees(payable) }),
    ...(refundAmount !== null && {
      [paymentStatus === "Refunded" ? "Went back" : "Goes back"]: formatRupees(refundAmount),
    }),
    [cash ? "To collect" : "To pay"]: formatRupees(
      isPaid || status === "Cancelled" || paymentStatus === "Expired" ? 0 : payable,
    ),
  };
}

/**
 * Lists each refund, if there are several or pieces were returned: `₹2849.82, 22 Nov 2026 at 8:24 pm, 1 × Teak Tray`.
 */
export function listRefundFacts(
  refunds: readonly OrderRefundRow[],
  lines: readonly { productId: string; title: string }[],
  ofDashboard: ReadonlyMap<string, string> = new Map(),
): Record<string, string> {
  if (refunds.length < 2 && ofDashboard.size === 0 && !refunds.some(({ pieces }) => pieces)) return {};
  return Object.fromEntries(
    refunds.map(({ id, amount, createdAt, processedAt, pieces }, at) => [
      `Refund ${at + 1}`,
      [
        formatRupees(amount),
        processedAt ? formatDateTime(processedAt) : `since ${formatDateTime(createdAt)}, on its way`,
        pieces ? formatPieces(pieces, lines) : "",
        ofDashboard.has(id) ? `in the provider's dashboard, ${ofDashboard.get(id)}` : "",
      ]
        .filter(Boolean)
        .join(", "),
    ]),
  );
}

/** The argument of commands about one order. */
export const orderId = { name: "orderId", summary: "the order, e.g. TRV-7K3M9Q", kind: "order" } as const;

/** The owner's note on an order, as a row of `orderNote`. */
export const createNote = (now: Date, orderKey: string, text: string) => ({
  id: generateUuid(now.getTime()),
  orderId: orderKey,
  words: text,
  writtenAt: now,
});
