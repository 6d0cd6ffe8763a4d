import { findOrderPlace, listOrderTaxes } from "./read-orders.ts";
import { getOrder } from "./list-orders.ts";
import { NOT_MAILED, formatCustomer } from "../describe-for-owner.ts";
import type { InvoiceKind } from "../invoice-number.ts";
import type { Context } from "#platform/context.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { type OrderRow, type InvoiceRow, type OrderRefundRow } from "./tables.ts";
import { formatDateTime } from "#contract/dates.ts";
import { formatPlace } from "#contract/place.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { listTaxRows, type PricedLine } from "#shop/pricing/gst.ts";
import { formatPlaceOfSupply, type PlaceOfSupply } from "../place-of-supply.ts";
import { describeWait, describeGift } from "../gift.ts";
import { joinTexts } from "#contract/text.ts";
import { getBuyerPhone, getContactName } from "../recipient.ts";
import { toShownPayment } from "../status.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { type ReturnRequest, formatPieces, listReturnRequests } from "../returned-pieces.ts";
import { type CommandInput, requireConfirmation } from "#platform/operator/command.ts";

/** Asks a question that says whether a mail is sent. @throws ConfirmationRequired unless confirmed or a dry run */
export async function requireMailConfirmation(
  { db }: Pick<Context, "db">,
  { args, confirmed }: Pick<CommandInput, "args" | "confirmed">,
  question: string,
  [mailed, notMailed]: readonly [mailed: string, notMailed: string],
): Promise<void> {
  if (confirmed === true) return;
  const order = await getOrder(db, args["orderId"] ?? "");
  requireConfirmation(
    { confirmed },
    `${question}${order.contact.email === "" ? `${notMailed} ${NOT_MAILED}` : mailed}`,
  );
}

export function listOrderFacts(
  context: Context,
  order: OrderRow,
  lines: readonly PricedLine[],
  findings: readonly string[] = [],
  papers: readonly InvoiceRow[] = [],
): Record<string, string> {
  return {
    Placed: formatDateTime(order.createdAt) + (order.byPhone ? ", by phone" : ""),
    Status: order.status + (order.lostAt ? `, lost on the way ${formatDateTime(order.lostAt)}` : ""),
    ...listNumbers(papers),
    Payment: joinTexts(
      ", ",
      toShownPayment(order.paymentStatus, order.refundAmount, order.payable),
      order.paymentMethod ?? "",
      ...findings,
    ),
    ...listParties(order, findOrderPlace(context, order, papers)),
    ...(order.notes && { Notes: order.notes }),
    ...(order.gift && { Gift: describeGift(order.gift) }),
    ...(order.promised?.notBefore && { Deliver: describeWait(order) ?? "" }),
    ...listMoments(order),
    Subtotal: formatRupeesGrouped(order.subtotal),
    ...(order.shipping > 0 && { Shipping: formatRupeesGrouped(order.shipping) }),
    ...Object.fromEntries(
      listTaxRows(listOrderTaxes(order, lines)).map(([name, amount]) => [name, formatRupeesGrouped(amount)]),
    ),
    ...(order.coupon > 0 && { Coupon: formatRupeesGrouped(-order.coupon) }),
    Total: formatRupeesGrouped(order.payable),
    ...listMoney(order),
  };
}

const listNumbers = (papers: readonly InvoiceRow[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(papers, ({ kind }) => kind)].map(([kind, ofKind]) => [
      paperNames[kind],
      ofKind.map(({ number, issuedAt }) => `${number}, ${formatDateTime(issuedAt)}`).join(" · "),
    ]),
  );

const paperNames: Record<InvoiceKind, string> = { invoice: "Invoice", "credit-note": "Credit note" };

function listParties(order: OrderRow, place: PlaceOfSupply): Record<string, string> {
  const { shippingAddress: to, companyInvoice: company } = order;
  const mismatch = describePinMismatch(to.zipCode, to.state);
  return {
    Customer: formatCustomer(order),
    "Ship to": joinTexts(", ", to.street, formatPlace(to), to.country),
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

function listMoments(order: OrderRow): Record<string, string> {
  const { tracking, dispatchedAt, deliveredAt } = order;
  const parcel = tracking ? [tracking.courier, tracking.number, tracking.link ?? ""] : [];
  return {
    ...(order.cancellationStatus && {
      Cancellation: joinTexts(
        " · ",
        order.cancellationStatus,
        order.cancellationRequestedAt && `requested ${formatDateTime(order.cancellationRequestedAt)}`,
        order.cancellationDecidedAt && `decided ${formatDateTime(order.cancellationDecidedAt)}`,
        ...(order.cancellationReasons ?? []),
        order.cancellationComments,
        order.cancellationWords,
      ),
    }),
    ...((dispatchedAt || tracking) && {
      Dispatched: joinTexts(", ", dispatchedAt ? formatDateTime(dispatchedAt) : "", ...parcel),
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

const describeReturn = ({ status, requestedAt, reasons, comments, words }: ReturnRequest): string =>
  joinTexts(" · ", status, `requested ${formatDateTime(requestedAt)}`, ...reasons, comments, words);

function listMoney({ status, paymentStatus, payable, refundAmount, cash }: OrderRow): Record<string, string> {
  const isPaid = wasPaid(paymentStatus);
  return {
    ...(isPaid && { Paid: formatRupeesGrouped(payable) }),
    ...(refundAmount !== null && {
      [paymentStatus === "Refunded" ? "Refunded" : "Being refunded"]: formatRupeesGrouped(refundAmount),
    }),
    [cash ? "To collect" : "To pay"]: formatRupeesGrouped(
      isPaid || status === "Cancelled" || paymentStatus === "Expired" ? 0 : payable,
    ),
  };
}

/**
 * Returns a fact for each refund. Omits a single refund without pieces, because `listMoney` already shows it, unless it
 * was made in the provider's dashboard.
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
      joinTexts(
        ", ",
        formatRupeesGrouped(amount),
        processedAt ? formatDateTime(processedAt) : `pending since ${formatDateTime(createdAt)}`,
        pieces ? formatPieces(pieces, lines) : "",
        ofDashboard.has(id) ? `made in the provider's dashboard, ${ofDashboard.get(id)}` : "",
      ),
    ]),
  );
}
