import type { Event } from "#contract/event.ts";
import { formatDateTime } from "#contract/dates.ts";
import { links } from "#contract/links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { wasDelivered } from "#platform/outbox/subscriber.ts";
import type { InvoiceKind } from "#shop/documents/invoice-number.ts";
import { calculateSaleFacts, drawPaperForMail, listTotals } from "#shop/invoices/server/index.ts";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import { getPaymentMethod, type Order } from "#shop/orders/order.ts";
import { isInterState } from "#shop/documents/place-of-supply.ts";
import { describeCashDue, describeNextStep, getExpectedDelivery } from "#shop/orders/progress.ts";
import { getBuyer, listShipToLines } from "#shop/documents/recipient.ts";
import { countPieces, formatPieces, type Pieces, type ReturnRequest } from "#shop/orders/returned-pieces.ts";
import { findOrderMailData } from "#shop/orders/server/index.ts";
import { orderFallbacks } from "#shop/orders/status.ts";
import { countGrownRings } from "#shop/orders/tree-ring.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { describeNotBefore } from "#shop/policies/delivery-dates.ts";
import { writeReturnMessages } from "#shop/policies/sentences.ts";
import { getRules } from "#shop/policies/rules.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { defineMail, type Kind, type KindsOf, type Mail, mapKinds } from "./define-mail.ts";
import type { DraftFact, MailDraft, MailGoods, OrderMailInput, OrderMailText } from "./mail.ts";
import { createSample, type Sample, type SampleFacts } from "./samples.ts";

export async function findOrderMailInput(context: Context, orderId: string): Promise<OrderMailInput | null> {
  const data = await findOrderMailData(context, orderId);
  return data && { ...data, seller: findSeller(context), now: context.now() };
}

export interface OrderKind<Payload> {
  when: string;
  sample?: Sample;
  /** Returns the event payload for a preview of the mail. */
  payload?(mailData: OrderMailInput): Partial<Payload>;
  /** Returns false if the order does not get this kind of mail. */
  only?(mailData: OrderMailInput): boolean;
}

interface OrderMailOptions<Payload> {
  /** Returns null if the mail would be wrong, because the order has changed since the event. */
  write(mail: OrderMail, payload: Partial<Payload>): OrderMailText | null;
  afterMs?: number;
  paper?: InvoiceKind;
  /** The name of the mail that this mail corrects. Only customers who got that mail get the correction. */
  corrects?: string;
}

export function defineOrderMail<
  Payload extends { orderId: string; creditNote?: string; parcel?: number; at?: string },
>(
  event: Event<Payload>,
  name: string,
  { write, afterMs, paper, corrects, ...kinds }: OrderMailOptions<Payload> & KindsOf<OrderKind<Payload>>,
): Mail {
  const complete = (mailData: OrderMailInput, payload: Partial<Payload>): MailDraft | null => {
    const mail = describeOrder(mailData);
    const text = write(mail, payload);
    return text && { ...buildOrderMail(mail), ...text };
  };
  return defineMail(
    event,
    name,
    async (context, payload) => {
      const { orderId, creditNote, parcel, at = "" } = payload;
      if (corrects !== undefined) {
        const earlier = { orderId, ...(parcel !== undefined && { parcel }) };
        const isMailed = await wasDelivered(context.db, `notifications.${corrects}`, earlier, new Date(at));
        if (!isMailed) return null;
      }
      const mailData = await findOrderMailInput(context, orderId);
      const to = mailData?.order.contact.email;
      const mail = mailData && complete(mailData, payload);
      if (!to || !mail) return null;
      // Attaches the credit note of this event, because the order may have newer ones in the meantime.
      const attachments = paper ? await drawPaperForMail(context, orderId, paper, creditNote) : [];
      return { to, mail, attachments };
    },
    mapKinds<OrderKind<Payload>, Omit<Kind, "kind">>(name, kinds, ({ when, sample, payload, only }) => {
      const about = (mailData: OrderMailInput) =>
        only?.(mailData) === false ? null : complete(mailData, payload?.(mailData) ?? {});
      return { when, about, sample: (sampleFacts: SampleFacts) => about(createSample(sampleFacts, sample)) };
    }),
    afterMs,
  );
}

export type OrderMail = ReturnType<typeof describeOrder>;

export function describeOrder(mailData: OrderMailInput) {
  const { order, sold, lines } = mailData;
  const rules = getRules(order.promised);
  const href = links.orderDetails(order.orderId);
  const payable = formatRupeesGrouped(sold.payable);
  const orderFact = { label: "Order", value: order.orderId, href };
  return {
    ...mailData,
    orderId: order.orderId,
    href,
    rules,
    returns: writeReturnMessages(rules, order.cash),
    nextStep: describeNextStep(order),
    buyer: getBuyer(order.contact).firstName,
    /** The amount payable with Indian grouping, as on documents: `₹2,022.64` (D7). */
    payable,
    orderFact,
    orderFacts: [orderFact, { label: "Placed", value: formatDateTime(order.createdAt) }],
    paidBy: { label: "Paid by", value: order.paymentMethod && getPaymentMethod(order) },
    cashFact: { label: "To pay in cash", value: describeCashDue(order) !== null && payable },
    deliveryFacts: listExpectedDelivery(order),
    pieces: getPieces(lines),
    shipTo: listShipToLines(order),
  };
}

/** Returns the parts that all mails about an order have. The text of a mail can replace them. */
export const buildOrderMail = ({ order, orderId, href, rules, buyer, trackingHref }: OrderMail) => {
  const ringCount = countGrownRings(order);
  return {
    to: buyer,
    action: { label: "See your order", href },
    rules,
    why: `You're receiving this e-mail because of your order ${orderId}.`,
    otherWay: { label: "Track your order, without logging in", href: trackingHref },
    ...(ringCount !== null && { treeRing: { order, grown: ringCount } }),
  };
};

function listExpectedDelivery(order: Order): DraftFact[] {
  const dates = getExpectedDelivery(order);
  if (dates === null) return [];
  return [
    { label: "Expected delivery", value: dates },
    { label: "Delivery, as you asked", value: describeNotBefore(order.promised) },
  ];
}

export const findPart = ({ order }: OrderMailInput, position = 1) =>
  order.parcels?.find((each) => each.position === position);

/** Returns the lines with prices and the totals of the invoice. Adds a row if shipping is free (D9). */
export function getGoods({ order, sold, lines, place, seller }: OrderMailInput): MailGoods {
  const isOtherState = isInterState(place, order.soldBy ?? seller);
  const totals = listTotals(calculateSaleFacts(sold, lines, isOtherState), place);
  return {
    items: lines.map((line) => ({
      ...buildPiece(line),
      amounts: {
        price: formatRupeesGrouped(line.unitPrice),
        total: formatRupeesGrouped(line.unitPrice * line.quantity),
      },
    })),
    totals:
      sold.shipping > 0
        ? totals
        : [...totals.slice(0, -1), { label: "Shipping", value: "Free" }, ...totals.slice(-1)],
  };
}

/** Returns the pieces without prices: the chosen ones, or those that are not cancelled. */
export const getPieces = (lines: OrderMailInput["lines"], pieces?: readonly Pieces[]): MailGoods => ({
  items: lines.flatMap((line) => {
    const quantity = pieces ? countPieces(pieces, line.productId) : line.quantity - (line.cancelled ?? 0);
    return quantity > 0 ? [buildPiece({ ...line, quantity })] : [];
  }),
  totals: [],
});

const buildPiece = ({ title, imageUrl, quantity }: OrderMailInput["lines"][number]) => ({
  title: toPrintable(title) || orderFallbacks.productName,
  quantity: String(quantity),
  ...(imageUrl && { picture: resolveImage(narrowHref(imageUrl)) }),
});

export const formatReturned = ({ lines }: OrderMailInput, { pieces }: ReturnRequest): string =>
  toPrintable(formatPieces(pieces, lines));

export function describeMoney({ order, sold, refundPaise, payable, returns }: OrderMail): string[] {
  if (!wasPaid(order.paymentStatus))
    return [order.cash ? orderSentences.nothingToPay : "Your order was never paid, so nothing was charged."];
  if (sold.payable === 0) return ["There was nothing to pay, so there is nothing to refund."];
  const refundedBefore = (sold.refundAmount ?? 0) - refundPaise;
  const part = refundPaise < sold.payable ? ` of the ${payable} you paid` : "";
  const earlier = refundedBefore > 0 ? [`${formatRupeesGrouped(refundedBefore)} was already refunded.`] : [];
  if (refundPaise === 0) return earlier;
  return [
    `We'll refund you ${formatRupeesGrouped(refundPaise)}${part}. ${returns.refund}`,
    ...earlier,
    ...(order.paymentStatus === "Refunded" ? [] : [orderSentences.refund]),
  ];
}

export const describeCompany = ({ companyInvoice: company }: Order): string =>
  company
    ? `The company is ${toPrintable(company.name)}, GSTIN ${company.taxCode || "none"}, ${toPrintable(company.email)}.`
    : "The order has no company on its invoice.";

export const ANSWER_US = "Don't agree? Reply to this e-mail.";

export const orderSentences = {
  tracking: "We'll e-mail you the tracking number when the parcel ships.",
  decided: "We'll e-mail you as soon as we have decided.",
  nothingToPay: "There is nothing to pay.",
  another: "Questions, or would you like another piece? Reply to this e-mail.",
  wrong: "Here is what to do if something is wrong.",
  refund: "We'll e-mail you when the refund is on its way.",
  letExpire: "Changed your mind? Do nothing and the order expires.",
} as const;
