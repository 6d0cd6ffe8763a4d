import { cancellationReopened } from "#shop/orders/events.ts";
import { defineOrderMail, orderSentences } from "../order-mail.ts";
import { createSampleCancellation } from "../samples.ts";

export const cancellationReopenedMail = defineOrderMail(cancellationReopened, "cancellation-reopened", {
  corrects: "cancellation-decided",
  when: "you undo a declined cancellation after the customer was told",
  sample: ({ now }) => ({ order: { cancellation: createSampleCancellation(now) } }),
  write({ order, orderId, orderFact }) {
    if (order.cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
    return {
      subject: `We're reviewing your request to cancel order ${orderId}`,
      preview: "Please ignore our last reply.",
      heading: "We're reviewing your request again",
      paragraphs: [
        "We told you that we cannot cancel your order. Please ignore that reply: your request is open again, and your order is on hold.",
      ],
      facts: [orderFact],
      next: [orderSentences.decided],
    };
  },
});
