import { formatDateTime } from "#contract/dates.ts";
import { cancellationMessages } from "#shop/orders/cancellation.ts";
import { toPrintable } from "#contract/text.ts";
import type { Order } from "#shop/orders/order.ts";
import { getExpectedDelivery, describeNextStep } from "#shop/orders/progress.ts";
import { wasPaid } from "#shop/orders/status.ts";
import {
  describeMoney,
  buildOrderMail,
  listOrderFacts,
  getOrderHref,
  type OrderNews,
  getPieces,
} from "./order-mail-parts.ts";
import type { MailContent } from "./mail.ts";

/* As the mails about an order: null when it is not true (any more). */

/** Below what was declined. */
export const ANSWER_US = "You see it differently? Answer this mail and we talk about it.";

export const buildOrderLink = ({ order }: OrderNews) => ({
  label: "See your order",
  href: getOrderHref(order),
});

/** The request to cancel has arrived (D68). */
export function writeCancellationReceivedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  const { cancellation } = order;
  if (cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
  const reasons = cancellation.reasons.map(toPrintable).join(", ");
  return {
    ...buildOrderMail(news),
    subject: `We have your request to cancel order ${order.orderId}`,
    preview: `${cancellationMessages.notice}.`,
    heading: "We have your cancellation request",
    paragraphs: [`${describeNextStep(order)} ${cancellationMessages.notice}.`],
    facts: [
      ...listOrderFacts(news).slice(0, 1),
      { label: "Asked", value: formatDateTime(cancellation.requestedAt) },
      ...(reasons ? [{ label: "Reasons", value: reasons }] : []),
    ],
    ...(cancellation.comments && { quote: { by: "You", text: cancellation.comments } }),
    action: buildOrderLink(news),
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
  heading: "Your order is cancelled",
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
    heading: "Your order goes on",
    paragraphs: ["We have looked at your request to cancel this order, and could not grant it."],
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

/** As on its page, but for the wait until it leaves: a mail does not say that. */
const describeNext = (order: Order): string =>
  order.orderStatus === "Processing" && !order.tracking
    ? "We write to you as soon as the parcel leaves the workshop."
    : describeNextStep(order);

/** The owner's own words on the decision. */
const quoteOwner = ({ order, seller }: OrderNews): Pick<MailContent, "quote"> =>
  order.cancellation?.words
    ? { quote: { by: seller?.tradeName ?? "The workshop", text: order.cancellation.words } }
    : {};
