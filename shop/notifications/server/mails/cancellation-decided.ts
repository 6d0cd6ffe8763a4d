import { cancellationDecided } from "#shop/orders/events.ts";
import { describeNextStep, getExpectedDelivery } from "#shop/orders/progress.ts";
import type { MailContent, OrderMailInput, OrderMailText } from "../mail.ts";
import {
  ANSWER_US,
  defineOrderMail,
  describeMoney,
  getPieces,
  listOrderFacts,
  orderSentences,
} from "../order-mail.ts";
import { createSampleCancellation, createSampleRefund } from "../samples.ts";

export const cancellationDecidedMail = defineOrderMail(cancellationDecided, "cancellation-decided", {
  kinds: {
    "cancellation-approved": {
      when: "you approve a cancellation request",
      sample: (usual) =>
        createSampleRefund(usual, "customer", {
          cancellation: { ...createSampleCancellation(usual.now), status: "Approved" },
        }),
    },
    "cancellation-declined": {
      when: "you decline a cancellation request; the e-mail has your reason",
      sample: ({ now }) => ({
        order: {
          cancellation: {
            ...createSampleCancellation(now),
            status: "Rejected",
            words: "Your bowl was packed this morning and the courier already has it.",
          },
        },
      }),
    },
  },
  write(mailData): OrderMailText | null {
    const { cancellation, orderStatus } = mailData.order;
    if (cancellation?.status === "Approved" && orderStatus === "Cancelled")
      return writeApprovedMail(mailData);
    return cancellation?.status === "Rejected" && orderStatus !== "Cancelled"
      ? writeDeclinedMail(mailData)
      : null;
  },
});

function writeApprovedMail(mailData: OrderMailInput): OrderMailText {
  return {
    subject: `Order ${mailData.order.orderId} is cancelled, as you asked`,
    preview: describeMoney(mailData)[0] ?? "",
    words: "cancellation-approved",
    heading: "Your order is cancelled",
    fields: { money: describeMoney(mailData).join(" ") },
    paragraphs: ["We have cancelled your order, as you asked.", ...describeMoney(mailData)],
    ...quoteOwner(mailData),
    facts: listOrderFacts(mailData),
    goods: getPieces(mailData),
  };
}

function writeDeclinedMail(mailData: OrderMailInput): OrderMailText {
  const { order } = mailData;
  const dates = getExpectedDelivery(order);
  const isToShip = order.orderStatus === "Processing" && !order.tracking;
  return {
    subject: `Order ${order.orderId} could not be cancelled`,
    preview: "Here is why, and what happens now.",
    words: "cancellation-declined",
    heading: "We could not cancel your order",
    paragraphs: ["We reviewed your request, and we cannot cancel this order."],
    ...quoteOwner(mailData),
    facts: [
      ...listOrderFacts(mailData).slice(0, 1),
      ...(dates ? [{ label: "Expected delivery", value: dates }] : []),
    ],
    next: { sentences: [isToShip ? orderSentences.tracking : describeNextStep(order)] },
    footnote: ANSWER_US,
  };
}

const quoteOwner = ({ order, seller }: OrderMailInput): Pick<MailContent, "quote"> =>
  order.cancellation?.words
    ? { quote: { by: seller?.tradeName ?? "The workshop", text: order.cancellation.words } }
    : {};
