import { shopDateTime } from "#contract/dates.ts";
import { cancellationMessages } from "#shop/orders/cancellation.ts";
import { printable } from "#shop/orders/invoice-parties.ts";
import type { Order } from "#shop/orders/order.ts";
import { expectedDelivery, whatHappensNext } from "#shop/orders/progress.ts";
import { wasPaid } from "#shop/orders/status.ts";
import { aboutMoney, aboutOrder, orderFacts, orderHref, type OrderNews, piecesOf } from "./about-order.ts";
import type { MailContent } from "./mail.ts";

/* As the letters of the way of an order: null when it is not true (any more). */

export const seeOrder = ({ order }: OrderNews) => ({ label: "See your order", href: orderHref(order) });

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
