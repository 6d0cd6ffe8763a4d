import { formatDateTime } from "#contract/dates.ts";
import { toPrintable } from "#contract/text.ts";
import { HOUR } from "#contract/time.ts";
import { cancellationRequested } from "#shop/orders/events.ts";
import { command, defineOwnerOrderMail, linkToOrder, listOwnerFacts } from "../owner-mail.ts";
import { createSampleCancellation } from "../samples.ts";

export const ownerCancellationMail = defineOwnerOrderMail(cancellationRequested, "owner-cancellation", {
  when: "a customer asks to cancel; the e-mail goes to you, with the deadline",
  sample: ({ now }) => ({ order: { cancellation: createSampleCancellation(now) } }),
  write(mail) {
    const { order, orderId, buyer, payable } = mail;
    const { cancellation } = order;
    if (cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
    const requestedAt = new Date(cancellation.requestedAt);
    const answerBy = formatDateTime(new Date(requestedAt.getTime() + mail.rules.answerWithinHours * HOUR));
    return {
      subject: `Answer by ${answerBy}: cancellation request for ${orderId}`,
      preview: `${buyer} asks to cancel an order of ${payable}.`,
      heading: "A customer asks to cancel",
      paragraphs: [
        `Do not send the order before you have answered the request. The customer was promised an answer by ${answerBy}.`,
      ],
      facts: [
        ...listOwnerFacts(mail),
        { label: "Payment", value: `${order.paymentStatus}, ${payable}` },
        { label: "Requested", value: formatDateTime(requestedAt) },
        { label: "Answer by", value: answerBy },
        { label: "Reasons", value: cancellation.reasons.map(toPrintable).join(", ") },
      ],
      quote: { by: buyer, text: cancellation.comments },
      goods: mail.pieces,
      screen: linkToOrder(mail, "Answer the request"),
      commands: [
        `To cancel the order and refund the payment: ${command(`orders cancel ${orderId} --approve`)}`,
        `To decline and tell the customer why: ${command(`orders cancel ${orderId} --decline --words …`)}`,
      ],
    };
  },
});
