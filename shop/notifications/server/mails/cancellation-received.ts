import { formatDateTime } from "#contract/dates.ts";
import { toPrintable } from "#contract/text.ts";
import { cancellationRequested } from "#shop/orders/events.ts";
import { describeNextStep } from "#shop/orders/progress.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { formatAnswerPromise, getRules } from "#shop/policies/rules.ts";
import type { OrderMailText } from "../mail.ts";
import { defineOrderMail, listOrderFacts, orderSentences } from "../order-mail.ts";
import { createSampleCancellation } from "../samples.ts";

export const cancellationReceivedMail = defineOrderMail(cancellationRequested, "cancellation-received", {
  when: "a customer asks to cancel",
  sample: ({ now }) => ({ order: { cancellation: createSampleCancellation(now) } }),
  write(mailData): OrderMailText | null {
    const { order } = mailData;
    const { cancellation } = order;
    if (cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
    const promise = formatAnswerPromise(getRules(order.promised));
    const reasons = cancellation.reasons.map(toPrintable).join(", ");
    return {
      subject: `We've received your request to cancel order ${order.orderId}`,
      preview: `${promise}.`,
      heading: "We've received your cancellation request",
      paragraphs: [`${describeNextStep(order)} ${promise}.`],
      facts: [
        ...listOrderFacts(mailData).slice(0, 1),
        { label: "Requested", field: "asked", value: formatDateTime(cancellation.requestedAt) },
        ...(reasons ? [{ label: "Reasons", value: reasons }] : []),
      ],
      ...(cancellation.comments && { quote: { by: "You", text: cancellation.comments } }),
      next: {
        sentences: [
          orderSentences.decided,
          ...(wasPaid(order.paymentStatus)
            ? ["If we can stop the parcel, you get your money back the way you paid."]
            : []),
        ],
      },
    };
  },
});
