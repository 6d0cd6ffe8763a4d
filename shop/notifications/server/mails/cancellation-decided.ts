import { cancellationDecided } from "#shop/orders/events.ts";
import type { Order } from "#shop/orders/order.ts";
import { describeNextStep, getExpectedDelivery } from "#shop/orders/progress.ts";
import type { MailContent, OrderNews } from "../mail.ts";
import {
  ANSWER_US,
  buildOrderLink,
  buildOrderMail,
  defineOrderMail,
  describeMoney,
  getPieces,
  listOrderFacts,
  orderSentences,
} from "../order-mail.ts";
import { createRefundSample, createSampleCancellation, createSampleNews } from "../samples.ts";

export const cancellationDecidedMail = defineOrderMail(
  cancellationDecided,
  "cancellation-decided",
  writeCancellationDecidedMail,
  {
    kinds: {
      "cancellation-approved": {
        when: "'cancellations approve'",
        sample(facts) {
          const news = createRefundSample(facts, "customer");
          const cancellation = { ...createSampleCancellation(facts.now), status: "Approved" as const };
          return { ...news, order: { ...news.order, cancellation } };
        },
      },
      "cancellation-declined": {
        when: "'cancellations decline': with your words",
        sample: (facts) =>
          createSampleNews(facts, {
            order: {
              cancellation: {
                ...createSampleCancellation(facts.now),
                status: "Rejected",
                words: "Your bowl was packed this morning and the courier has it already.",
              },
            },
          }),
      },
    },
  },
);

/** The owner has decided on the cancellation request (D68). */
function writeCancellationDecidedMail(news: OrderNews): MailContent | null {
  const { cancellation, orderStatus } = news.order;
  if (cancellation?.status === "Approved" && orderStatus === "Cancelled") return writeApprovedMail(news);
  return cancellation?.status === "Rejected" && orderStatus !== "Cancelled" ? writeDeclinedMail(news) : null;
}

function writeApprovedMail(news: OrderNews): MailContent {
  return {
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
  };
}

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

/** The next step as on the order's page, without the expected shipping date. */
const describeNext = (order: Order): string =>
  order.orderStatus === "Processing" && !order.tracking ? orderSentences.tracking : describeNextStep(order);

/** The owner's comment on the decision. */
const quoteOwner = ({ order, seller }: OrderNews): Pick<MailContent, "quote"> =>
  order.cancellation?.words
    ? { quote: { by: seller?.tradeName ?? "The workshop", text: order.cancellation.words } }
    : {};
