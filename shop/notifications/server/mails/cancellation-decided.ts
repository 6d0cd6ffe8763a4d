import { cancellationDecided } from "#shop/orders/events.ts";
import type { OrderMailText } from "../mail.ts";
import { ANSWER_US, defineOrderMail, describeMoney, type OrderMail, orderSentences } from "../order-mail.ts";
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
  write(mail) {
    const { cancellation, orderStatus } = mail.order;
    const quote = { by: mail.seller?.tradeName ?? "The workshop", text: cancellation?.words };
    if (cancellation?.status === "Approved" && orderStatus === "Cancelled")
      return { ...writeApprovedMail(mail), quote };
    return cancellation?.status === "Rejected" && orderStatus !== "Cancelled"
      ? { ...writeDeclinedMail(mail), quote }
      : null;
  },
});

function writeApprovedMail(mail: OrderMail): OrderMailText {
  const money = describeMoney(mail);
  return {
    subject: `Order ${mail.orderId} is cancelled, as you asked`,
    preview: money[0] ?? "",
    words: "cancellation-approved",
    heading: "Your order is cancelled",
    fields: { money: money.join(" ") },
    paragraphs: ["We have cancelled your order, as you asked.", ...money],
    facts: mail.orderFacts,
    goods: mail.pieces,
  };
}

const writeDeclinedMail = ({
  order,
  orderId,
  orderFact,
  deliveryFacts,
  nextStep,
}: OrderMail): OrderMailText => ({
  subject: `Order ${orderId} could not be cancelled`,
  preview: "Here is why, and what happens now.",
  words: "cancellation-declined",
  heading: "We could not cancel your order",
  paragraphs: ["We reviewed your request, and we cannot cancel this order."],
  facts: [orderFact, ...deliveryFacts.slice(0, 1)],
  next: [order.orderStatus === "Processing" && !order.tracking ? orderSentences.tracking : nextStep],
  footnote: ANSWER_US,
});
