import { formatDateTime } from "#contract/dates.ts";
import { isTooMuchOnline } from "#shop/payments/payment.ts";
import {
  getCancellationDeadline,
  findCancellationRefusal,
  writeCancellationRefusals,
} from "#shop/orders/cancellation.ts";
import { awaitsCash, isPayable, orderFallbacks, wasPaid } from "#shop/orders/status.ts";
import { writeProcessing } from "#shop/policies/shipping.ts";
import { formatAnswerPromise, getRules } from "#shop/policies/rules.ts";
import { type MailContent, GOOD_TO_KNOW, type MailFact, type Goods } from "./mail.ts";
import { links } from "#contract/links.ts";
import type { WordedMail } from "#shop/texts/mail-fields.ts";
import { toPrintable } from "#contract/text.ts";
import { describeCashDue, getExpectedDelivery, describeNextStep } from "#shop/orders/progress.ts";
import { CASH_GOES_BACK } from "#shop/policies/payment.ts";
import { writeReturnMessages } from "#shop/policies/returns.ts";
import { type Order, getPaymentMethod } from "#shop/orders/order.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { countParcels, formatParcelPieces } from "#shop/orders/parcels.ts";
import {
  countPieces,
  formatPieces,
  listReturnRequests,
  type Pieces,
  type ReturnRequest,
  type ReturnStatus,
} from "#shop/orders/returned-pieces.ts";
import { REVIEW_ANCHOR, reviewMessages } from "#shop/reviews/review.ts";
import {
  describeReturnStep,
  formatSendBy,
  NO_RETURN_ADDRESS,
  returnPayerWords,
  USUAL_RETURN_PAYER,
} from "#shop/returns/return-request.ts";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import { listReturnAddress, type Seller } from "#shop/seller/seller.ts";
import type { CorrectedParts } from "#shop/orders/address-correction.ts";
import { getBuyer, listShipToLines } from "#shop/orders/recipient.ts";
import { listTotals, calculateSaleFacts } from "#shop/invoices/server/index.ts";
import type { OrderMailData } from "#shop/orders/server/index.ts";
import { countGrownRings } from "#shop/orders/tree-ring.ts";
import { isInterState } from "#shop/orders/place-of-supply.ts";

/*
 * Each mail about an order, or null when it is not true (any more): a mail that was held up says nothing
 * that has been overtaken.
 */

/** Placed, and still to be paid (D60). A customer who pays at once never gets it. */
export const writePlacedMail = (news: OrderNews): MailContent | null =>
  writeUnpaidMail(news, (until) => ({
    subject: `Order ${news.order.orderId}: your pieces are set aside`,
    heading: "Your pieces are set aside",
    paragraphs: [
      `Thank you for your order. It is not paid yet: we hold your pieces until ${until}, Indian time.`,
      "Just paid? Your confirmation is on its way.",
    ],
    href: getOrderHref(news.order),
  }));

/** Taken by phone: its customer pays by the link, without logging in. The account may be as new as the order. */
export function writeTakenMail(news: OrderNews): MailContent | null {
  const { order, paymentHref: href } = news;
  if (href === null) return null;
  const isOnline = !isTooMuchOnline(news.sold.payable);
  return writeUnpaidMail(news, (until) => ({
    subject: `Order ${order.orderId}: please pay by ${until}`,
    heading: "Your order by phone",
    paragraphs: [
      `Thank you for your call. We hold your pieces until ${until}, Indian time. ${
        isOnline
          ? "Pay with the button below. You don't need to log in."
          : "Such a sum cannot be paid online at once: please reply to this e-mail or call us, and pay by bank transfer."
      }`,
    ],
    href: isOnline ? href : null,
    footnote:
      "Is something wrong with the order? Reply to this e-mail before you pay. You also see your orders when you log in with this address; 'Forgot Password' sets a password if you have none yet.",
  }));
}

/** To be paid in cash when it arrives: its customer confirms it by the link, without logging in; then it is packed. */
export function writeToConfirmMail(news: OrderNews): MailContent | null {
  const { order, paymentHref: href, payUntil } = news;
  if (href === null || order.cash?.confirmBy === undefined || order.cancellation?.status === "Pending")
    return null;
  const until = formatDateTime(payUntil);
  return {
    ...buildOrderMail(news),
    subject: `Please confirm order ${order.orderId} by ${until}`,
    preview: `${formatPayable(news)} to pay in cash when it arrives.`,
    heading: "Please confirm your order",
    fields: { "confirm-until": until },
    paragraphs: [
      `Thank you for your order. You pay ${formatPayable(news)} in cash when it arrives. We hold your pieces until ${until}, Indian time: please confirm your order with the button below. You don't need to log in.`,
    ],
    facts: [...listOrderFacts(news), ...listCashFacts(news)],
    action: { label: "Review and confirm", href },
    goods: getGoods(news),
    shipTo: getShipTo(news),
    next: {
      sentences: [
        "Once you confirm, we send the invoice and start packing.",
        "Changed your mind? Do nothing and the order expires.",
      ],
    },
    footnote: "Is something wrong with the order? Reply to this e-mail before you confirm.",
  };
}

/** The sum to have ready at the door; none for an order that is paid otherwise. */
const listCashFacts = (news: OrderNews): MailFact[] =>
  describeCashDue(news.order) === null ? [] : [{ label: "To pay in cash", value: formatPayable(news) }];

interface UnpaidWords extends Pick<MailContent, "subject" | "heading" | "paragraphs" | "footnote"> {
  /** The address of the page to pay on; null for a sum that cannot be paid online. */
  href: string | null;
}

function writeUnpaidMail(news: OrderNews, describe: (until: string) => UnpaidWords): MailContent | null {
  const { order, payUntil } = news;
  if (!isPayable(order)) return null;
  const until = formatDateTime(payUntil);
  const { href, ...words } = describe(until);
  return {
    ...buildOrderMail(news),
    ...words,
    preview: `${formatPayable(news)} to pay until ${until}.`,
    fields: { "pay-until": until },
    facts: [...listOrderFacts(news), { label: "To pay", value: formatPayable(news) }],
    ...(href !== null && { action: { label: `Pay ${formatPayable(news)}`, href } }),
    goods: getGoods(news),
    shipTo: getShipTo(news),
    next: {
      sentences: [
        "Once you have paid, we confirm your order and send the invoice.",
        "Changed your mind? Do nothing and the order expires.",
      ],
    },
  };
}

/** Paid, with the way to the invoice; `cameBack` when the money came after the order had expired. */
export function writePaidMail(news: OrderNews, { cameBack = false } = {}): MailContent | null {
  const { order } = news;
  const isDue = awaitsCash(order) && order.orderStatus === "Processing";
  if ((order.paymentStatus !== "Completed" && !isDue) || order.orderStatus === "Cancelled") return null;
  const isFree = news.sold.payable === 0;
  const paid = isFree
    ? "There was nothing to pay, so we start packing right away."
    : order.cash
      ? `You pay ${formatPayable(news)} in cash when it arrives. Please have it ready.`
      : `We have received your payment of ${formatPayable(news)}.`;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId} is confirmed`,
    preview: isFree
      ? "There was nothing to pay."
      : order.cash
        ? `${formatPayable(news)} to pay in cash when it arrives. Your invoice is ready.`
        : `We have received ${formatPayable(news)}. Your invoice is ready.`,
    words: order.cash ? "order-confirmed" : "order-paid",
    heading: "Thank you, your order is confirmed",
    ...(!order.cash && { fields: { paid: formatPayable(news) } }),
    paragraphs: [
      paid,
      ...(cameBack
        ? ["It came after the deadline, but your pieces were still in stock, so your order is confirmed."]
        : []),
    ],
    facts: [
      ...listOrderFacts(news),
      ...(isDue ? listCashFacts(news) : listPaymentFacts(order)),
      ...(order.invoiceNumber
        ? [{ label: "Invoice", value: order.invoiceNumber, href: getOrderHref(order) }]
        : []),
      ...(order.placeOfSupply ? [{ label: "Place of supply", value: order.placeOfSupply }] : []),
      ...(order.gift ? [{ label: "Gift", value: "Wrapped, without prices in the parcel" }] : []),
      ...listExpectedDelivery(news),
    ],
    action: { label: "Your order and invoice", href: getOrderHref(order) },
    goods: getGoods(news),
    shipTo: getShipTo(news),
    next: {
      sentences: [
        writeProcessing(getRules(order.promised)),
        "We'll e-mail you the tracking number when the parcel ships.",
        ...describeCancellationDeadline(news),
      ],
    },
  };
}

function describeCancellationDeadline({ order, now }: OrderNews): string[] {
  if (findCancellationRefusal(order, now) !== null) return [];
  const until = formatDateTime(getCancellationDeadline(order));
  return [`Changed your mind? You can ask us to cancel the order on its page until ${until}.`];
}

/** The mail about a parcel that has left: its courier and number (D67), and what is in it where others follow. */
export function writeDispatchedMail(
  news: OrderNews,
  { parcel }: { parcel?: number } = {},
): MailContent | null {
  const { order } = news;
  const part = findPart(news, parcel);
  const tracking = part ? part.tracking : order.tracking;
  if (!tracking || (part ? part.status !== "Sent" : order.orderStatus !== "Processing")) return null;
  const { link } = tracking;
  const counts = part && countParcels(order);
  const rules = getRules(order.promised);
  const messages = writeReturnMessages(rules);
  return {
    ...buildOrderMail(news),
    subject: part?.replaces
      ? `Order ${order.orderId}: what we send you again is on its way`
      : `Order ${order.orderId}${part ? `, parcel ${part.position}` : ""} is on its way`,
    preview: `With ${toPrintable(tracking.courier)}, number ${toPrintable(tracking.number)}.`,
    words: part ? "parcel-dispatched" : "order-dispatched",
    heading: part ? "A parcel has left the workshop" : "Your parcel has left the workshop",
    paragraphs: [
      "We have checked every piece by hand and packed it. Now it is on its way to you.",
      ...(counts && counts.unsent > 0
        ? ["The rest of your order follows in a parcel of its own. We'll e-mail you when it ships."]
        : []),
    ],
    facts: [
      ...listParcelFacts(part),
      { label: "Courier", value: toPrintable(tracking.courier) },
      { label: "Tracking number", value: toPrintable(tracking.number), ...(link && { href: link }) },
      ...listCashFacts(news),
      ...listExpectedDelivery(news),
      ...listOrderFacts(news).slice(0, 1),
    ],
    action: link
      ? { label: "Track your parcel", href: link }
      : { label: "See your order", href: getOrderHref(order) },
    goods: getPieces(news, part?.pieces),
    shipTo: getShipTo(news),
    next: {
      sentences: [
        "Please check the pieces as soon as the parcel arrives, and keep the packaging until then.",
        messages.report,
        writeCancellationRefusals(rules).dispatched,
      ],
    },
  };
}

/** One of several parcels has arrived; the last one is the delivery of the order. */
export function writeParcelDeliveredMail(
  news: OrderNews,
  { parcel }: { parcel?: number },
): MailContent | null {
  const { order } = news;
  const part = findPart(news, parcel);
  if (part?.status !== "Delivered") return null;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: parcel ${part.position} has arrived`,
    preview: "Here is what to do if something is wrong.",
    heading: "A parcel has arrived",
    paragraphs: [describeNextStep(order)],
    facts: [
      ...listParcelFacts(part),
      ...listOrderFacts(news).slice(0, 1),
      ...(part.deliveredAt ? [{ label: "Delivered", value: formatDateTime(part.deliveredAt) }] : []),
    ],
    action: buildOrderLink(news),
    goods: getPieces(news, part.pieces),
    next: { title: GOOD_TO_KNOW, sentences: [writeReturnMessages(getRules(order.promised)).report] },
  };
}

/** The parcel of a mail, where its order has several; undefined where it is all of the order. */
const findPart = ({ order }: OrderNews, position: number | undefined) =>
  order.parcels?.find((each) => each.position === (position ?? 1));

const listParcelFacts = (part: { position: number } | undefined): MailFact[] =>
  part ? [{ label: "Parcel", value: String(part.position) }] : [];

/** The owner said that it had left, and it has not: a mail that follows the one about the dispatch. */
export function writeNotLeftMail(
  news: OrderNews,
  { parcel = 1 }: { parcel?: number | undefined } = {},
): MailContent | null {
  const { order } = news;
  const part = findPart(news, parcel);
  const isHere = part ? part.status === "Waiting" : parcel > 1 || !order.tracking;
  if (!isHere || order.orderStatus === "Pending" || order.orderStatus === "Cancelled") return null;
  if (parcel === 1 && order.orderStatus !== "Processing") return null;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId} has not left yet`,
    preview: "Our last e-mail was sent too early.",
    heading: parcel > 1 ? "A parcel is still with us" : "Your parcel is still with us",
    paragraphs: [
      "We wrote to you that a parcel of your order has left. That was our mistake: it is still in the workshop. Please ignore the tracking number in that e-mail.",
      "We'll e-mail you as soon as it ships.",
    ],
    facts: [...listExpectedDelivery(news), ...listOrderFacts(news).slice(0, 1)],
    action: buildOrderLink(news),
    goods: getPieces(news),
    shipTo: getShipTo(news),
  };
}

/** Arrived. */
export function writeDeliveredMail(news: OrderNews): MailContent | null {
  const { order, deliveredAt } = news;
  if (order.orderStatus !== "Delivered") return null;
  const { report, warranty } = writeReturnMessages(getRules(order.promised));
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId} has arrived`,
    preview: "Here is what to do if something is wrong.",
    heading: "Your parcel has arrived",
    paragraphs: [describeNextStep(order)],
    facts: [
      ...listOrderFacts(news).slice(0, 1),
      ...(deliveredAt ? [{ label: "Delivered", value: formatDateTime(deliveredAt) }] : []),
      ...(order.cash ? [{ label: "Paid in cash", value: formatPayable(news) }] : []),
    ],
    action: { label: "Tell us how you like it", href: `${getOrderHref(order)}#${REVIEW_ANCHOR}` },
    goods: getPieces(news),
    next: { title: GOOD_TO_KNOW, sentences: [report, ...(warranty ? [warranty] : [])] },
  };
}

/** The one mail that asks for a review (decision 043); `reviewHref` needs no login, and ends these mails too. */
export const writeReviewRequestMail = (
  news: OrderNews,
  reviewHref: string,
  toReview: ReadonlySet<string>,
): MailContent => ({
  ...buildOrderMail(news),
  subject: reviewMessages.title,
  preview: "Your review helps others choose, and helps us make better pieces.",
  heading: reviewMessages.title,
  paragraphs: [
    "Your order arrived a while ago. How do you like the pieces?",
    "Your rating and review help others choose, and help us make better pieces. You don't need to log in.",
  ],
  action: { label: "Write a review", href: reviewHref },
  otherWay: { label: "Stop these e-mails", href: reviewHref },
  goods: getPieces({ ...news, lines: news.lines.filter(({ productId }) => toReview.has(productId)) }),
  why: `You're receiving this e-mail because your order ${news.order.orderId} has arrived. We ask only once.`,
});

const listExpectedDelivery = ({ order }: OrderNews): MailFact[] => {
  const dates = getExpectedDelivery(order);
  return dates === null ? [] : [{ label: "Expected delivery", value: dates }];
};

/** Cancelled without its customer having asked: it expired unpaid, or the shop cannot fulfil it. */
export function writeCancelledMail(news: OrderNews): MailContent | null {
  if (news.order.orderStatus !== "Cancelled") return null;
  if (news.cancelledBecause === "unpaid")
    return news.order.cash ? writeUnconfirmedMail(news) : writeExpiredMail(news);
  if (news.cancelledBecause === "refused") return writeRefusedMail(news);
  if (news.cancelledBecause !== "shop") return null;
  return news.paymentHref !== null &&
    news.order.invoicedAt === undefined &&
    !wasPaid(news.order.paymentStatus)
    ? writeLetGoMail(news)
    : writeCannotFulfilMail(news);
}

function writeExpiredMail(news: OrderNews): MailContent | null {
  const { order } = news;
  // Late money has come meanwhile: a mail of its own says what became of it.
  if (wasPaid(order.paymentStatus)) return null;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId} was not paid in time`,
    preview: "Nothing was charged.",
    words: "order-lapsed",
    heading: "Your order was not paid in time",
    paragraphs: [
      describeNextStep(order),
      order.cancellation?.status === "Pending"
        ? "Your cancellation request is closed too."
        : "Still want the pieces? Please order them again.",
    ],
    facts: listOrderFacts(news),
    action: { label: "Back to the shop", href: links.products() },
    goods: getPieces(news),
    footnote:
      "Did you pay? Your money is safe: we'll either restore the order or refund you, and e-mail you about it.",
  };
}

/** An order to be paid in cash, that its customer did not confirm. */
const writeUnconfirmedMail = (news: OrderNews): MailContent => ({
  ...buildOrderMail(news),
  words: "order-unconfirmed",
  subject: `Order ${news.order.orderId} was not confirmed in time`,
  preview: "There is nothing to pay.",
  heading: "Your order was not confirmed in time",
  paragraphs: [
    describeNextStep(news.order),
    news.order.cancellation?.status === "Pending"
      ? "Your cancellation request is closed too."
      : "Still want the pieces? Please order them again.",
  ],
  facts: listOrderFacts(news),
  action: { label: "Back to the shop", href: links.products() },
  goods: getPieces(news),
});

/** The parcel was not taken at the door, and is back. */
const writeRefusedMail = (news: OrderNews): MailContent => ({
  ...buildOrderMail(news),
  subject: `Order ${news.order.orderId}: your parcel came back to us`,
  preview: "The order is cancelled, and there is nothing to pay.",
  words: "order-refused",
  heading: "Your parcel came back to us",
  paragraphs: ["The courier could not deliver it, so we have cancelled your order. There is nothing to pay."],
  facts: [
    ...listOrderFacts(news),
    ...(news.creditNote
      ? [{ label: "Credit note", value: news.creditNote, href: getOrderHref(news.order) }]
      : []),
  ],
  action: { label: "Back to the shop", href: links.products() },
  goods: getPieces(news),
  footnote: "Still want it, or did the delivery go wrong? Reply to this e-mail.",
});

/** An order by phone that its customer does not want after all: the owner has let it go. */
const writeLetGoMail = (news: OrderNews): MailContent => ({
  ...buildOrderMail(news),
  words: null,
  subject: `Order ${news.order.orderId} is cancelled`,
  preview: "Nothing was charged.",
  heading: "Your order is cancelled",
  paragraphs: ["It was not paid, and nothing was charged. The link to pay no longer works."],
  facts: listOrderFacts(news),
  action: { label: "Back to the shop", href: links.products() },
  goods: getPieces(news),
  footnote: "Questions? Reply to this e-mail.",
});

const writeCannotFulfilMail = (news: OrderNews): MailContent => ({
  ...buildOrderMail(news),
  subject: `Order ${news.order.orderId} is cancelled`,
  preview: "We are sorry. Here is what happens with your money.",
  words: "order-cancelled",
  heading: "We are sorry: your order is cancelled",
  fields: { money: describeMoney(news).join(" ") },
  paragraphs: ["We cannot send what you ordered, so we had to cancel your order.", ...describeMoney(news)],
  facts: listOrderFacts(news),
  action: buildOrderLink(news),
  goods: getPieces(news),
  footnote: "Questions, or would you like another piece? Reply to this e-mail.",
});

/* As the mails about an order: null when it is not true (any more). */

/** Below what was declined. */
const ANSWER_US = "Don't agree? Reply to this e-mail.";

const buildOrderLink = ({ order }: OrderNews) => ({
  label: "See your order",
  href: getOrderHref(order),
});

/** The request to cancel has arrived (D68). */
export function writeCancellationReceivedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  const { cancellation } = order;
  if (cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
  const promise = formatAnswerPromise(getRules(order.promised));
  const reasons = cancellation.reasons.map(toPrintable).join(", ");
  return {
    ...buildOrderMail(news),
    subject: `We've received your request to cancel order ${order.orderId}`,
    preview: `${promise}.`,
    heading: "We've received your cancellation request",
    paragraphs: [`${describeNextStep(order)} ${promise}.`],
    facts: [
      ...listOrderFacts(news).slice(0, 1),
      { label: "Asked", value: formatDateTime(cancellation.requestedAt) },
      ...(reasons ? [{ label: "Reasons", value: reasons }] : []),
    ],
    ...(cancellation.comments && { quote: { by: "You", text: cancellation.comments } }),
    action: buildOrderLink(news),
    next: {
      sentences: [
        "We'll e-mail you as soon as we have decided.",
        ...(wasPaid(order.paymentStatus)
          ? ["If we can stop the parcel, you get your money back the way you paid."]
          : []),
      ],
    },
  };
}

/** The owner has declined it and thinks again: a mail that follows the one about the decision. */
export function writeCancellationReopenedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  if (order.cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
  return {
    ...buildOrderMail(news),
    subject: `We're reviewing your request to cancel order ${order.orderId}`,
    preview: "Please ignore our last reply.",
    heading: "We're reviewing your request again",
    paragraphs: [
      "We told you that we cannot cancel your order. Please ignore that reply: your request is open again, and your order is on hold.",
    ],
    facts: listOrderFacts(news).slice(0, 1),
    action: buildOrderLink(news),
    next: { sentences: ["We'll e-mail you as soon as we have decided."] },
  };
}

/** The owner has decided on the request to cancel (D68). */
export function writeCancellationDecidedMail(news: OrderNews): MailContent | null {
  const { cancellation, orderStatus } = news.order;
  if (cancellation?.status === "Approved" && orderStatus === "Cancelled") return writeApprovedMail(news);
  return cancellation?.status === "Rejected" && orderStatus !== "Cancelled" ? writeDeclinedMail(news) : null;
}

const writeApprovedMail = (news: OrderNews): MailContent => ({
  ...buildOrderMail(news),
  subject: `Order ${news.order.orderId} is cancelled, as you asked`,
  preview: describeMoney(news)[0] ?? "",
  words: "cancellation-approved",
  heading: "Your order is cancelled",
  fields: { money: describeMoney(news).join(" ") },
  paragraphs: ["We have cancelled your order, as you asked.", ...describeMoney(news)],
  ...quoteOwner(news),
  facts: listOrderFacts(news),
  action: buildOrderLink(news),
  goods: getPieces(news),
});

function writeDeclinedMail(news: OrderNews): MailContent {
  const { order } = news;
  const dates = getExpectedDelivery(order);
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId} could not be cancelled`,
    preview: "Here is why, and what happens now.",
    words: "cancellation-declined",
    heading: "Your order stays as it is",
    paragraphs: ["We reviewed your request, and we cannot cancel this order."],
    ...quoteOwner(news),
    facts: [
      ...listOrderFacts(news).slice(0, 1),
      ...(dates ? [{ label: "Expected delivery", value: dates }] : []),
    ],
    action: buildOrderLink(news),
    next: { sentences: [describeNext(order)] },
    footnote: ANSWER_US,
  };
}

/** The next step as on the order's page, but for the wait until it leaves: a mail does not say that. */
const describeNext = (order: Order): string =>
  order.orderStatus === "Processing" && !order.tracking
    ? "We'll e-mail you the tracking number when the parcel ships."
    : describeNextStep(order);

/** The owner's own words on the decision. */
const quoteOwner = ({ order, seller }: OrderNews): Pick<MailContent, "quote"> =>
  order.cancellation?.words
    ? { quote: { by: seller?.tradeName ?? "The workshop", text: order.cancellation.words } }
    : {};

/** An `order.corrected`; of an earlier version it says less. */
export interface CorrectedNews {
  by?: "owner" | "customer";
  parts?: CorrectedParts;
  cancelledInvoice?: string;
}

/** The mail about an address or a company that the owner or the customer has corrected; null once the parcel has left. */
export function writeCorrectedMail(
  news: OrderNews,
  { by = "owner", parts = "address", cancelledInvoice }: CorrectedNews = {},
): MailContent | null {
  const { order } = news;
  // Another mail says what became of the invoice, and where the parcel goes.
  if (cancelledInvoice !== undefined) return null;
  if (order.tracking || (order.orderStatus !== "Pending" && order.orderStatus !== "Processing")) return null;
  const what = { address: "the address", company: "the company", both: "address and company" }[parts];
  const company = parts === "address" ? [] : [describeCompany(order)];
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: ${by === "owner" ? `we have corrected ${what}` : `${what} ${parts === "both" ? "were" : "was"} changed`}`,
    ...(parts === "company"
      ? {
          // The owner's own words speak of an address.
          words: null,
          preview: "Please check the company and its GSTIN.",
          heading: "The company on your invoice has changed",
          paragraphs: company,
        }
      : {
          preview: "Please check the address and the phone number.",
          heading: "Your delivery address has changed",
          paragraphs: [
            "We'll ship to the address below. The courier will call the number there.",
            ...company,
          ],
        }),
    facts: listOrderFacts(news).slice(0, 1),
    action: buildOrderLink(news),
    goods: getPieces(news),
    shipTo: getShipTo(news),
    ...(order.invoiceNumber && {
      next: { sentences: [`Invoice ${order.invoiceNumber} stays as it is: it was issued before.`] },
    }),
    footnote: "Didn't ask for this, or is something wrong? Reply to this e-mail before the parcel ships.",
  };
}

/** The buyer on the invoice, given or not. */
export const describeCompany = ({ companyInvoice: company }: OrderNews["order"]): string =>
  company
    ? `The company is ${toPrintable(company.name)}, GSTIN ${company.taxCode || "none"}, ${toPrintable(company.email)}.`
    : "The order has no company on its invoice.";

/** An invoice to another company, in place of one that is cancelled; null where the correction is about the address alone. */
export function writeReinvoicedMail(
  news: OrderNews,
  { cancelledInvoice }: CorrectedNews,
): MailContent | null {
  const { order } = news;
  const { companyInvoice: company, invoiceNumber } = order;
  if (cancelledInvoice === undefined || !company || invoiceNumber === undefined) return null;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: your invoice is made out to ${toPrintable(company.name)}`,
    preview: `Invoice ${invoiceNumber} stands in place of ${cancelledInvoice}.`,
    heading: "Your invoice has changed",
    fields: {
      company: toPrintable(company.name),
      gstin: company.taxCode,
      invoice: invoiceNumber,
      "cancelled-invoice": cancelledInvoice,
    },
    paragraphs: [
      `Invoice ${invoiceNumber} is made out to ${toPrintable(company.name)}, GSTIN ${company.taxCode}. It stands in place of invoice ${cancelledInvoice}, which is cancelled: please do not use that one.`,
    ],
    facts: listOrderFacts(news).slice(0, 1),
    action: buildOrderLink(news),
    goods: getPieces(news),
    shipTo: getShipTo(news),
    footnote: "Didn't ask for this, or is something wrong? Reply to this e-mail.",
  };
}

/** Pieces are sent again at no charge; null once that has arrived. */
export function writeReplacedMail(news: OrderNews, { parcel }: { parcel?: number }): MailContent | null {
  const { order } = news;
  const again = order.parcels?.find(({ position, replaces }) => replaces && (!parcel || position === parcel));
  if (!again || again.status === "Delivered" || again.status === "Lost") return null;
  const pieces = formatParcelPieces(again.pieces, order.items);
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: we send you ${pieces} again`,
    preview: "At no charge. We'll e-mail you when it ships.",
    heading: "We send it to you again",
    fields: { pieces },
    paragraphs: [
      `We are sorry for the trouble. We send you ${pieces} again, at no charge.`,
      "We'll e-mail you the tracking number when the parcel ships.",
    ],
    facts: listOrderFacts(news).slice(0, 1),
    action: buildOrderLink(news),
    goods: getPieces(news, again.pieces),
    shipTo: getShipTo(news),
    footnote: "Has your address changed? Reply to this e-mail before the parcel ships.",
  };
}

/** A parcel was lost on the way: what it held is sent again, or its money goes back. */
export function writeLostMail(
  news: OrderNews,
  { parcel, amountPaise = 0, again }: { parcel?: number; amountPaise?: number; again?: number },
): MailContent | null {
  const { order } = news;
  const lost = order.parcels?.find(
    ({ position, status }) => status === "Lost" && (!parcel || position === parcel),
  );
  if (!lost) return null;
  const { refund } = listReturnMessages(order);
  const [preview, remedy] =
    again !== undefined
      ? [
          "We send it to you again, at no charge.",
          "We send you the same pieces again, at no charge. We'll e-mail you when they ship.",
        ]
      : amountPaise > 0
        ? [
            "What you paid for it goes back.",
            `${formatRupeesGrouped(amountPaise)} goes back to you, of the ${formatPayable(news)} you paid. ${refund}`,
          ]
        : order.cash && !wasPaid(order.paymentStatus)
          ? ["There is nothing to pay.", "You were to pay when it arrives, so there is nothing to pay."]
          : order.parcels?.some(
                ({ replaces, status }) => replaces && status !== "Delivered" && status !== "Lost",
              )
            ? ["We send its pieces to you again.", "We send you its pieces again, at no charge."]
            : order.refundAmount
              ? ["What you paid for it went back before.", ""]
              : [
                  "There is nothing to give back.",
                  "The coupon paid for its pieces, so there is nothing to give back.",
                ];
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: a parcel was lost on the way`,
    preview,
    words: again === undefined ? "parcel-lost-refunded" : "parcel-lost-replaced",
    heading: "We are sorry: your parcel was lost",
    fields: {
      ...(lost.tracking && {
        courier: toPrintable(lost.tracking.courier),
        "tracking-number": toPrintable(lost.tracking.number),
      }),
      ...(again === undefined &&
        amountPaise > 0 && { amount: formatRupeesGrouped(amountPaise), paid: formatPayable(news) }),
    },
    paragraphs: [
      `The courier${lost.tracking ? `, ${toPrintable(lost.tracking.courier)},` : ""} cannot find the parcel${lost.tracking ? ` with the number ${toPrintable(lost.tracking.number)}` : ""} any more.`,
      ...(remedy ? [remedy] : []),
    ],
    facts: listOrderFacts(news),
    action: buildOrderLink(news),
    goods: getPieces(news, lost.pieces),
    footnote: "Did it arrive after all? Please reply to this e-mail.",
  };
}

/** Some pieces were cancelled by the shop before they left; what becomes of the rest is said. */
export function writePartCancelledMail(
  news: OrderNews,
  { pieces = [], amountPaise = 0 }: { pieces?: readonly Pieces[]; amountPaise?: number },
): MailContent | null {
  const { order, lines } = news;
  if (pieces.length === 0 || order.orderStatus === "Cancelled") return null;
  const named = toPrintable(formatPieces(pieces, lines));
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: we cannot send ${named}`,
    preview: `${formatRupeesGrouped(amountPaise)} goes back to you.`,
    heading: "A part of your order is cancelled",
    fields: { pieces: named, amount: formatRupeesGrouped(amountPaise), paid: formatPayable(news) },
    paragraphs: [
      `We are sorry: we cannot send ${named}, so we have cancelled it.`,
      ...(amountPaise > 0
        ? [
            `${formatRupeesGrouped(amountPaise)} goes back to you, of the ${formatPayable(news)} you paid. ${listReturnMessages(order).refund}`,
            "We'll e-mail you when the refund is on its way.",
          ]
        : []),
    ],
    facts: [...listOrderFacts(news), ...listExpectedDelivery(news)],
    action: buildOrderLink(news),
    goods: getPieces(news, pieces),
    next: { sentences: ["Everything else of your order stays as it is."] },
    footnote: "Questions, or would you like another piece? Reply to this e-mail.",
  };
}

/** The money, or this part of it, is on its way back, with a credit note where there was an invoice (D92). */
export function writeRefundedMail(
  news: OrderNews,
  part?: { amountPaise: number; creditNote?: string; refundId?: string },
): MailContent | null {
  const { order, sentBack } = news;
  if (!isGoingBack(order.paymentStatus, part !== undefined)) return null;
  const creditNote = part ? part.creditNote : news.creditNote;
  const back = formatRupeesGrouped(part ? part.amountPaise : (news.sold.refundAmount ?? 0));
  const { refund } = listReturnMessages(order);
  const { reference } = sentBack.find(({ refundId }) => refundId === part?.refundId) ?? sentBack.at(-1) ?? {};
  const way = reference ? ` ${CASH_GOES_BACK}, under the reference ${toPrintable(reference)}` : "";
  return {
    ...buildOrderMail(news),
    subject: `${back} is on its way back to you`,
    preview: `For order ${order.orderId}. ${refund}`,
    words: reference ? "order-refunded-by-hand" : "order-refunded",
    heading: "Your money is on its way",
    paragraphs: [
      order.invoiceNumber
        ? `We have sent ${back} back for your ${order.orderStatus === "Cancelled" ? "cancelled " : ""}order${way}.`
        : `Your payment came when the order could no longer be fulfilled, so we have sent back all of it: ${back}.`,
      refund,
    ],
    facts: [
      { label: "Amount", value: back },
      ...(reference ? [{ label: "Reference", value: toPrintable(reference) }] : []),
      ...listOrderFacts(news).slice(0, 1),
      ...listPaymentFacts(order),
      ...(creditNote ? [{ label: "Credit note", value: creditNote, href: getOrderHref(order) }] : []),
      ...(order.invoiceNumber ? [{ label: "Invoice", value: order.invoiceNumber }] : []),
    ],
    action: buildOrderLink(news),
    footnote: "Your bank may need a few days to show it. If it does not arrive, reply to this e-mail.",
  };
}

/** Sentences on its return, by the rules and the way of paying of this order. */
const listReturnMessages = ({ promised, cash }: Order) => writeReturnMessages(getRules(promised), cash);

/** A part that has gone back is true also while another is on its way. */
const isGoingBack = (paymentStatus: string, isPart: boolean): boolean =>
  paymentStatus === "Refunded" || (isPart && paymentStatus === "Refunding");

/** The money that goes back has a mail of its own. */
type WrittenStatus = Exclude<ReturnStatus, "Refunded">;

const headings: Record<WrittenStatus, string> = {
  Requested: "We've received your return request",
  Accepted: "Please send it back",
  Refused: "Your return could not be accepted",
  Received: "We've received your pieces",
};

const words: Record<WrittenStatus, WordedMail> = {
  Requested: "return-requested",
  Accepted: "return-accepted",
  Refused: "return-refused",
  Received: "return-received",
};

function listNextSteps(status: WrittenStatus, order: Order): string[] {
  const { reply, asNew, refund, refundTo } = listReturnMessages(order);
  const steps: Record<WrittenStatus, string[]> = {
    Requested: [reply, "Please keep the pieces unused and in their packaging until then."],
    Accepted: [asNew],
    Refused: [],
    Received: [refund, ...(refundTo ? [refundTo] : [])],
  };
  return steps[status];
}

/** How far a return has come; null when it has gone on meanwhile. `number`: which one of the order. */
export function writeReturnMail(news: OrderNews, status: ReturnStatus, number = 1): MailContent | null {
  const { order, seller } = news;
  const request = listReturnRequests(order)[number - 1];
  if (status === "Refunded" || request?.status !== status) return null;
  const step = describeReturnStep(request, getRules(order.promised));
  const sentences = listNextSteps(status, order);
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: ${headings[status]}`,
    preview: step,
    words: words[status],
    heading: headings[status],
    paragraphs: [step],
    ...(request.words && { quote: { by: seller?.tradeName ?? "The workshop", text: request.words } }),
    facts: [
      ...listOrderFacts(news).slice(0, 1),
      { label: "Pieces", value: formatReturned(news, request) },
      { label: "Asked", value: formatDateTime(request.requestedAt) },
      ...(status === "Accepted" ? listWayBack(news, request) : []),
    ],
    action: buildOrderLink(news),
    ...(sentences.length > 0 && { next: { sentences } }),
    ...(status === "Refused" && { footnote: ANSWER_US }),
  };
}

/** Where the pieces go, until when, and who pays for it. */
const listWayBack = ({ order, seller }: OrderNews, request: ReturnRequest): MailFact[] => [
  { label: "Send to", value: listReturnAddress(seller)?.map(toPrintable).join(", ") ?? NO_RETURN_ADDRESS },
  { label: "Send by", value: formatSendBy(request, getRules(order.promised)) },
  { label: "Way back", value: returnPayerWords[request.payer ?? USUAL_RETURN_PAYER] },
];

/** `1 × Teak Tray` */
export const formatReturned = ({ lines }: OrderNews, { pieces }: ReturnRequest): string =>
  toPrintable(formatPieces(pieces, lines));

/** The facts for a mail about an order; `seller` as far as known. */
export interface OrderNews extends OrderMailData {
  seller: Seller | null;
  now: Date;
}

/** The common part of all mails about an order. */
const buildOrderMail = ({
  order,
  trackingHref,
}: OrderNews): Pick<MailContent, "to" | "why" | "otherWay" | "treeRing" | "rules"> => {
  const grown = countGrownRings(order);
  return {
    to: getBuyer(order.contact).firstName,
    rules: getRules(order.promised),
    why: `You're receiving this e-mail because of your order ${order.orderId}.`,
    otherWay: { label: "Track your order, without logging in", href: trackingHref },
    ...(grown !== null && { treeRing: { order, grown } }),
  };
};

const getOrderHref = ({ orderId }: Pick<Order, "orderId">): string => links.orderDetails(orderId);

/** The order's number, leading to its page, and when it was placed. */
export const listOrderFacts = ({ order }: OrderNews): MailFact[] => [
  { label: "Order", value: order.orderId, href: getOrderHref(order) },
  { label: "Placed", value: formatDateTime(order.createdAt) },
];

/** Pieces and sums as the invoice has them; where it has nothing for shipping, that was free (D9). */
function getGoods({ order, sold, lines, place, seller }: OrderNews): Goods {
  const isAway = isInterState(place, order.soldBy ?? seller);
  const totals = listTotals(calculateSaleFacts(sold, lines, isAway), place);
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

/** The pieces alone, all or these, where it is not about their price any more. */
export const getPieces = ({ lines }: Pick<OrderNews, "lines">, pieces?: readonly Pieces[]): Goods => ({
  items: lines.flatMap((line) => {
    const quantity = pieces ? countPieces(pieces, line.productId) : line.quantity - (line.cancelled ?? 0);
    return quantity > 0 ? [buildPiece({ ...line, quantity })] : [];
  }),
  totals: [],
});

const buildPiece = ({ title, imageUrl, quantity }: OrderNews["lines"][number]) => ({
  title: toPrintable(title) || orderFallbacks.productName,
  quantity: String(quantity),
  ...(imageUrl && { picture: resolveImage(narrowHref(imageUrl)) }),
});

export const getShipTo = ({ order }: OrderNews): string[] => listShipToLines(order);

/** `₹2,022.64`, the sum to pay: mails group amounts the Indian way, as documents do (D7). */
export const formatPayable = ({ sold }: OrderNews): string => formatRupeesGrouped(sold.payable);

/** How it was paid, where that is known. */
const listPaymentFacts = (order: Order): MailFact[] =>
  order.paymentMethod ? [{ label: "Paid by", value: getPaymentMethod(order) }] : [];

/** The sentences on the customer's money after a cancellation. */
function describeMoney(news: OrderNews): string[] {
  const { paymentStatus } = news.order;
  const { payable, refundAmount } = news.sold;
  if (!wasPaid(paymentStatus))
    return [news.order.cash ? "There is nothing to pay." : "It was never paid, so nothing was charged."];
  if (payable === 0) return ["There was nothing to pay, so nothing has to go back."];
  const { goesBack } = news;
  const before = (refundAmount ?? 0) - goesBack;
  const part = goesBack < payable ? `, of the ${formatPayable(news)} you paid` : "";
  const earlier = before > 0 ? [`${formatRupeesGrouped(before)} was given back before.`] : [];
  if (goesBack === 0) return earlier;
  return [
    `${formatRupeesGrouped(goesBack)} goes back to you${part}. ${listReturnMessages(news.order).refund}`,
    ...earlier,
    ...(paymentStatus === "Refunded" ? [] : ["We'll e-mail you when the refund is on its way."]),
  ];
}
