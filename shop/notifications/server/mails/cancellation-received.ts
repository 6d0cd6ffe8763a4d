import { formatDateTime } from "#contract/dates.ts";
import { toPrintable } from "#contract/text.ts";
import { cancellationRequested } from "#shop/orders/events.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { formatAnswerPromise } from "#shop/policies/rules.ts";
import { defineOrderMail, orderSentences } from "../order-mail.ts";
import { createSampleCancellation } from "../samples.ts";

export const cancellationReceivedMail = defineOrderMail(cancellationRequested, "cancellation-received", {
  when: "a customer asks to cancel",
  sample: ({ now }) => ({ order: { cancellation: createSampleCancellation(now) } }),
  write({ order, orderId, rules, orderFact, nextStep }) {
    const { cancellation } = order;
    if (cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
    const promise = formatAnswerPromise(rules);
    return {
      subject: `We've received your request to cancel order ${orderId}`,
      preview: `${promise}.`,
      heading: "We've received your cancellation request",
      paragraphs: [`${nextStep} ${promise}.`],
      facts: [
        orderFact,
        { label: "Requested", field: "asked", value: formatDateTime(cancellation.requestedAt) },
        { label: "Reasons", value: cancellation.reasons.map(toPrintable).join(", ") },
      ],
      quote: { by: "You", text: cancellation.comments },
      next: [
        orderSentences.decided,
        wasPaid(order.paymentStatus) &&
          "If we can stop the parcel, you get your money back the way you paid.",
      ],
    };
  },
});
