import { formatName } from "#contract/person-name.ts";
import { formatCount, toPrintable } from "#contract/text.ts";
import { formatDateTime } from "#contract/dates.ts";
import { HOUR } from "#contract/time.ts";
import { MAIL_LINK_DAYS } from "#platform/operator/mail-links.ts";
import { DISPATCH_LINK_DAYS } from "#shop/parcels/server/index.ts";
import { listReturnRequests } from "#shop/orders/returned-pieces.ts";
import { getRules } from "#shop/policies/rules.ts";
import { writeReturnMessages } from "#shop/policies/returns.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import {
  type CorrectedNews,
  describeCompany,
  formatReturned,
  formatPayable,
  getPieces,
  getShipTo,
  listOrderFacts,
  type OrderNews,
} from "./order-mails.ts";
import type { MailContent, MailFact } from "./mail.ts";
import { awaitsCash } from "#shop/orders/status.ts";
import { describeGift } from "#shop/orders/gift.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { type ExpiryPattern, formatExpiries, UNPROVEN_HOLD_MINUTES } from "#shop/checkout/holds.ts";

const WHY =
  "You get this mail because news of the shop goes to this address (MAIL_TO); OWNER_MAILS says which.";

const LINK_WORKS = `From here: the link above works once, for ${MAIL_LINK_DAYS} days, for whoever has this mail.`;

const command = (words: string): string => `npm run shop -- ${words}`;

/**
 * To the owner: an order is paid and waits to be packed; null once it has left or is wanted no more. `dispatchHref` is where it
 * can be marked as dispatched from a phone.
 */
export function writeOrderToPackMail(news: OrderNews, dispatchHref: string): MailContent | null {
  const { order } = news;
  const isPaid = order.paymentStatus === "Completed";
  if (order.orderStatus !== "Processing" || !(isPaid || awaitsCash(order)) || order.tracking) return null;
  const leaves = formatDispatchDay(calculateDispatchDay(new Date(order.createdAt), order.promised));
  return {
    subject: `To pack: order ${order.orderId}, ${formatPayable(news)}`,
    preview: isPaid
      ? `It is paid, and leaves by ${leaves}.`
      : `It is paid in cash when it arrives, and leaves by ${leaves}.`,
    heading: isPaid ? "An order is paid" : "An order is confirmed",
    paragraphs: [
      `The customer was promised that it leaves the workshop by ${leaves}.`,
      ...(isPaid ? [] : [`The courier collects ${formatPayable(news)}: the label says so.`]),
      ...(order.gift ? [describeGift(order.gift)] : []),
    ],
    facts: [...listOrderFacts(news), ...listCustomer(news), { label: "Leaves by", value: leaves }],
    ...(order.notes && { quote: { by: getBuyer(order.contact).firstName, text: order.notes } }),
    action: { label: "Mark as dispatched", href: dispatchHref },
    goods: getPieces(news),
    shipTo: getShipTo(news),
    next: {
      title: "What to do",
      sentences: [
        `When the parcel is with its courier: the link above asks for courier and number. It works once, for ${DISPATCH_LINK_DAYS} days, for whoever has this mail.`,
        `Or where the shop runs: ${command(`orders dispatch ${order.orderId} --courier Delhivery --number …`)}`,
        `If you cannot send it: ${command(`orders cancel ${order.orderId} --reason …`)}`,
      ],
    },
    why: WHY,
  };
}

/** To the owner: a customer asks to cancel, and until when they were promised an answer; null once it is decided. */
export function writeCancellationRequestedMail(news: OrderNews, href: string): MailContent | null {
  const { order } = news;
  const { cancellation } = order;
  if (cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
  const requestedAt = new Date(cancellation.requestedAt);
  const answerBy = formatDateTime(
    new Date(requestedAt.getTime() + getRules(order.promised).answerWithinHours * HOUR),
  );
  return {
    subject: `Answer by ${answerBy}: a request to cancel ${order.orderId}`,
    preview: `${getBuyer(order.contact).firstName} asks to cancel an order of ${formatPayable(news)}.`,
    heading: "A customer asks to cancel",
    paragraphs: [
      `Do not send it before you have decided. The customer was promised an answer by ${answerBy}.`,
    ],
    facts: [
      ...listOrderFacts(news),
      ...listCustomer(news),
      { label: "Payment", value: `${order.paymentStatus}, ${formatPayable(news)}` },
      { label: "Asked", value: formatDateTime(requestedAt) },
      { label: "Answer by", value: answerBy },
      ...(cancellation.reasons.length > 0
        ? [{ label: "Reasons", value: cancellation.reasons.map(toPrintable).join(", ") }]
        : []),
    ],
    ...(cancellation.comments && {
      quote: { by: getBuyer(order.contact).firstName, text: cancellation.comments },
    }),
    action: { label: "Decide", href },
    goods: getPieces(news),
    next: {
      title: "What to do",
      sentences: [
        LINK_WORKS,
        `Agree, and give the money back: ${command(`cancellations approve ${order.orderId}`)}`,
        `Keep the order, and say why: ${command(`cancellations decline ${order.orderId} --words …`)}`,
      ],
    },
    why: WHY,
  };
}

/** To the owner: a customer has changed where an order goes, or the company of its invoice; null once it has left or is wanted no more. */
export function writeAddressChangedMail(
  news: OrderNews,
  { parts = "address", cancelledInvoice }: CorrectedNews = {},
): MailContent | null {
  const { order } = news;
  if (order.tracking || (order.orderStatus !== "Pending" && order.orderStatus !== "Processing")) return null;
  const company =
    parts === "address" ? [] : [describeCompany(order), describeInvoice(news, cancelledInvoice)];
  if (parts === "company")
    return {
      subject: `${order.orderId}: its customer changed the company`,
      preview: `${getBuyer(order.contact).firstName} has changed the company of the invoice. The address stays.`,
      heading: "A customer changed the company",
      paragraphs: company,
      facts: [...listOrderFacts(news), ...listCustomer(news)],
      why: WHY,
    };
  return {
    subject: `${order.orderId} goes to another address${company.length > 0 ? ", and its company was changed" : ""}`,
    preview: `${getBuyer(order.contact).firstName} has changed where it goes.`,
    heading: "A customer changed the address",
    paragraphs: [
      "The parcel goes to the address below. A label that was printed before is wrong.",
      ...company,
    ],
    facts: [...listOrderFacts(news), ...listCustomer(news)],
    shipTo: getShipTo(news),
    next: {
      title: "What to do",
      sentences: [`Print slip and label again: ${command(`orders print ${order.orderId}`)}`],
    },
    why: WHY,
  };
}

const describeInvoice = ({ order: { invoiceNumber: number } }: OrderNews, cancelled?: string): string =>
  number === undefined
    ? "Its invoice will be given to them once it is paid."
    : cancelled === undefined
      ? `Invoice ${number} stays as it is.`
      : `Invoice ${cancelled} is cancelled, and ${number} stands in its place. One that was printed before is not to go with the parcel.`;

/** To the owner: a customer wants to send pieces back; null once it is decided. */
export function writeReturnRequestedMail(news: OrderNews, href: string, number = 1): MailContent | null {
  const { order } = news;
  const request = listReturnRequests(order)[number - 1];
  if (request?.status !== "Requested") return null;
  const which = number === 1 ? order.orderId : `${order.orderId} --return ${number}`;
  return {
    subject: `A customer wants to return pieces of ${order.orderId}`,
    preview: `${getBuyer(order.contact).firstName} asks to return ${formatReturned(news, request)}.`,
    heading: "A customer asks for a return",
    paragraphs: [`The customer was told: “${writeReturnMessages(getRules(order.promised)).reply}”`],
    facts: [
      ...listOrderFacts(news),
      ...listCustomer(news),
      { label: "Pieces", value: formatReturned(news, request) },
      { label: "Asked", value: formatDateTime(request.requestedAt) },
      ...(request.reasons.length > 0
        ? [{ label: "Reasons", value: request.reasons.map(toPrintable).join(", ") }]
        : []),
    ],
    ...(request.comments && { quote: { by: getBuyer(order.contact).firstName, text: request.comments } }),
    action: { label: "Decide", href },
    next: {
      title: "What to do",
      sentences: [
        LINK_WORKS,
        `Accept it: ${command(`returns accept ${which}`)}`,
        `Refuse it, and say why: ${command(`returns refuse ${which} --words …`)}`,
      ],
    },
    why: WHY,
  };
}

function listCustomer({ order }: OrderNews): MailFact[] {
  const contact = getBuyer(order.contact);
  const value = [formatName(contact), contact.email].filter(Boolean).join(", ");
  return [{ label: "Customer", value: toPrintable(value) }];
}

/** Something about a payment that only its owner can settle. */
interface PaymentTrouble {
  orderId: string;
  kind: "trouble" | "dispute";
  what: string;
  remedy: string;
}

/** To the owner: money that does not add up, or that a bank wants back. */
export const writePaymentTroubleMail = ({ orderId, kind, what, remedy }: PaymentTrouble): MailContent => ({
  subject:
    kind === "dispute"
      ? `A bank disputes the payment of ${orderId}`
      : `Trouble with the payment of ${orderId}`,
  preview: what,
  heading: kind === "dispute" ? "A payment is disputed" : "A payment needs you",
  paragraphs: [`${orderId}: ${what.replace(/\.$/, "")}.`],
  next: {
    title: "What to do",
    sentences: [`${remedy}.`, `All that is open: ${command("payments reconcile")}`],
  },
  why: WHY,
});

/** To the owner: few pieces are left. */
export const writeStockLowMail = (
  low: { productId: string; title: string; left: number },
  countHref: string,
): MailContent => ({
  subject: low.left === 0 ? `Sold out: ${low.title}` : `Only ${low.left} left: ${low.title}`,
  preview: `${low.title} is low in stock.`,
  heading: "Low in stock",
  paragraphs: [
    low.left === 0
      ? `${low.title} is sold out, or all that is left is in open orders.`
      : `${formatCount(low.left, "piece")} of ${low.title} ${low.left === 1 ? "is" : "are"} left.`,
  ],
  action: { label: "Count the pieces", href: countHref },
  next: {
    title: "What to do",
    sentences: [
      LINK_WORKS,
      `More have come: ${command(`products set-stock ${low.productId} …`)}`,
      `All that is low: ${command("stock low")}`,
    ],
  },
  why: WHY,
});

/** To the owner, who has asked for it: links by which a phone sees to a product. */
export const writeProductLinksMail = (
  title: string,
  { count, picture }: { count: string; picture: string },
): MailContent => ({
  subject: `${title}: count it, or add photographs`,
  preview: "From a phone, once each.",
  heading: title,
  paragraphs: [LINK_WORKS.replace("the link above works", "each link works")],
  action: { label: "Add photographs", href: picture },
  otherWay: { label: "Count the pieces", href: count },
  footnote: `All links of your mails at once: ${command("links revoke")}`,
  why: "You get this mail because it was asked for where the shop runs (MAIL_TO).",
});

/** The work that waits for the owner, as the digest shows it. */
interface OwnerDigest {
  facts: Readonly<Record<string, string>>;
  waiting: readonly {
    about: string;
    what: string;
    remedy: string;
    /** A link to do it from a phone. */
    way?: { label: string; href: string };
  }[];
}

const MOST_IN_DIGEST = 40;

/** To the owner, in the morning: what waits, and what yesterday sold. */
export function writeOwnerDigestMail({ facts, waiting }: OwnerDigest): MailContent {
  const shown = waiting.slice(0, MOST_IN_DIGEST);
  const more = waiting.length - shown.length;
  return {
    subject: `Today in the shop: ${waiting.length === 0 ? "nothing waits" : `${formatCount(waiting.length, "thing")} to see to`}`,
    preview: Object.entries(facts)
      .map(([label, value]) => `${label}: ${value}`)
      .join(" · "),
    heading: "Today in the shop",
    paragraphs: [],
    facts: [
      ...Object.entries(facts).map(([label, value]) => ({ label, value })),
      ...shown.flatMap(({ about, way }) =>
        way === undefined ? [] : { label: about, value: way.label, href: way.href },
      ),
    ],
    ...(waiting.length > 0 && {
      next: {
        title: "What waits for you",
        sentences: [
          ...shown.map(({ about, what, remedy }) => `${about}: ${what} (${remedy})`),
          ...(more > 0 ? [`and ${more} more: ${command("today")}`] : []),
        ],
      },
    }),
    footnote: `As it is now: ${command("today")}`,
    why: WHY,
  };
}

interface HeldGoods {
  productId: string;
  title: string;
  pattern: ExpiryPattern;
  lapsed: number;
}

/** To the owner: orders of the same goods expire unpaid again and again (T35). */
export const writeGoodsHeldMail = ({ productId, title, pattern, lapsed }: HeldGoods): MailContent => ({
  subject: `Unpaid orders of ${title} expire again and again`,
  preview: "Its pieces may be held back on purpose.",
  heading: "Pieces may be held back on purpose",
  paragraphs: [
    `${title} (${productId}): ${formatExpiries(pattern, lapsed)}.`,
    `The shop gives whoever does this fewer pieces and less time each time, new customers ${UNPROVEN_HOLD_MINUTES} minutes at first, and then none for a day. All customers who have not confirmed their e-mail address can hold only a part together. The pieces are on sale again.`,
    "If it goes on: 'npm run shop -- orders list --status Pending' shows the orders that wait to be paid, 'orders show' whose they are, and 'orders set-status … Cancelled' frees their pieces at once. Somebody who wants to buy and cannot pay may need your help: write to them.",
  ],
  facts: [],
  why: "You get this mail because warnings about the shop go to this address (MAIL_TO).",
});
