import { links } from "#contract/links.ts";
import { shopDateTime } from "#contract/time.ts";
import { cancellationMessages } from "#shop/orders/cancellation.ts";
import { printable } from "#shop/orders/invoice.ts";
import type { Order } from "#shop/orders/order.ts";
import { expectedDelivery, whatHappensNext } from "#shop/orders/progress.ts";
import { wasPaid } from "#shop/orders/status.ts";
import { returnMessages } from "#shop/policies/returns.ts";
import {
  aboutMoney,
  aboutOrder,
  amount,
  orderFacts,
  orderHref,
  type OrderNews,
  paidBy,
  piecesOf,
} from "./about-order.ts";
import type { MailContent } from "./mail.ts";

/* As the letters of the way of an order: null when it is not true (any more). */

const seeOrder = ({ order }: OrderNews) => ({ label: "See your order", href: orderHref(order) });

/** Cancelled without its customer having asked: it lapsed unpaid, or the shop cannot fulfil it. */
export function cancelledMail(news: OrderNews): MailContent | null {
  if (news.order.orderStatus !== "Cancelled") return null;
  if (news.cancelledBecause === "unpaid") return lapsedMail(news);
  return news.cancelledBecause === "shop" ? cannotFulfilMail(news) : null;
}

function lapsedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  // Late money has come meanwhile: what became of it is told by a letter of its own.
  if (wasPaid(order.paymentStatus)) return null;
  return {
    ...aboutOrder(news),
    subject: `Order ${order.orderId} has lapsed`,
    preview: "It was not paid in time. Nothing was charged.",
    heading: "We have let your order go",
    paragraphs: [
      whatHappensNext(order),
      order.cancellation?.status === "Pending"
        ? "With this, your request to cancel it is settled too."
        : "Your pieces are back on the shelf. If you still want them, we are glad to set them aside again.",
    ],
    facts: orderFacts(news),
    action: { label: "Back to the shop", href: links.products() },
    goods: piecesOf(news),
    footnote:
      "Money that arrives for it after all is not lost: either the order comes back or the money goes back, and we write to you.",
  };
}

const cannotFulfilMail = (news: OrderNews): MailContent => ({
  ...aboutOrder(news),
  subject: `Order ${news.order.orderId} is cancelled`,
  preview: "We are sorry. Here is what happens with your money.",
  heading: "We are sorry: your order is cancelled",
  paragraphs: ["We cannot send what you ordered, so we had to cancel your order.", ...aboutMoney(news)],
  facts: orderFacts(news),
  action: seeOrder(news),
  goods: piecesOf(news),
  footnote: "You would like to know more, or choose another piece? Answer this mail.",
});

/** The wish to cancel has arrived (D68). */
export function cancellationReceivedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  const { cancellation } = order;
  if (cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
  const reasons = cancellation.reasons.map(printable).join(", ");
  return {
    ...aboutOrder(news),
    subject: `We have your request to cancel order ${order.orderId}`,
    preview: `${cancellationMessages.notice}.`,
    heading: "We have your cancellation request",
    paragraphs: [`${whatHappensNext(order)} ${cancellationMessages.notice}.`],
    facts: [
      ...orderFacts(news).slice(0, 1),
      { label: "Asked", value: shopDateTime(cancellation.requestedAt) },
      ...(reasons ? [{ label: "Reasons", value: reasons }] : []),
    ],
    ...(cancellation.comments && { quote: { by: "You", words: cancellation.comments } }),
    action: seeOrder(news),
    next: {
      sentences: [
        "We write to you as soon as it is decided.",
        ...(wasPaid(order.paymentStatus)
          ? ["If we can stop the parcel, what you paid goes back the way it came."]
          : []),
      ],
    },
  };
}

/** The owner has decided on the wish to cancel (D68). */
export function cancellationDecidedMail(news: OrderNews): MailContent | null {
  const { cancellation, orderStatus } = news.order;
  if (cancellation?.status === "Approved" && orderStatus === "Cancelled") return approvedMail(news);
  return cancellation?.status === "Rejected" && orderStatus !== "Cancelled" ? declinedMail(news) : null;
}

const approvedMail = (news: OrderNews): MailContent => ({
  ...aboutOrder(news),
  subject: `Order ${news.order.orderId} is cancelled, as you asked`,
  preview: aboutMoney(news)[0] ?? "",
  heading: "Your order is cancelled",
  paragraphs: ["We have cancelled your order, as you asked.", ...aboutMoney(news)],
  ...ownersQuote(news),
  facts: orderFacts(news),
  action: seeOrder(news),
  goods: piecesOf(news),
});

function declinedMail(news: OrderNews): MailContent {
  const { order } = news;
  const dates = expectedDelivery(order);
  return {
    ...aboutOrder(news),
    subject: `Order ${order.orderId} could not be cancelled`,
    preview: "Here is why, and what happens now.",
    heading: "Your order goes on",
    paragraphs: ["We have looked at your request to cancel this order, and could not grant it."],
    ...ownersQuote(news),
    facts: [
      ...orderFacts(news).slice(0, 1),
      ...(dates ? [{ label: "Expected delivery", value: dates }] : []),
    ],
    action: seeOrder(news),
    next: { sentences: [whatNow(order)] },
    footnote: "You see it differently? Answer this mail and we talk about it.",
  };
}

/** As on its page, but for the wait until it leaves: a mail is not where that is told. */
const whatNow = (order: Order): string =>
  order.orderStatus === "Processing" && !order.tracking
    ? "We write to you as soon as the parcel leaves the workshop."
    : whatHappensNext(order);

/** The owner's own words on the decision. */
const ownersQuote = ({ order, seller }: OrderNews): Pick<MailContent, "quote"> =>
  order.cancellation?.words
    ? { quote: { by: seller?.tradeName ?? "The workshop", words: order.cancellation.words } }
    : {};

/** The money is on its way back, with a credit note where there was an invoice (D92). */
export function refundedMail(news: OrderNews): MailContent | null {
  const { order, creditNote } = news;
  if (order.paymentStatus !== "Refunded") return null;
  const back = amount(order.refundAmount);
  return {
    ...aboutOrder(news),
    subject: `${back} is on its way back to you`,
    preview: `For order ${order.orderId}. ${returnMessages.refund}`,
    heading: "Your money is on its way",
    paragraphs: [
      order.invoiceNumber
        ? `We have sent ${back} back for your ${order.orderStatus === "Cancelled" ? "cancelled " : ""}order.`
        : `Your payment came when the order could no longer be fulfilled, so we have sent back all of it: ${back}.`,
      returnMessages.refund,
    ],
    facts: [
      { label: "Amount", value: back },
      ...orderFacts(news).slice(0, 1),
      ...paidBy(order),
      ...(creditNote ? [{ label: "Credit note", value: creditNote }] : []),
      ...(order.invoiceNumber ? [{ label: "Invoice", value: order.invoiceNumber }] : []),
    ],
    action: seeOrder(news),
    footnote: "Your bank may show it a little later than it arrives. Should it stay away, answer this mail.",
  };
}
