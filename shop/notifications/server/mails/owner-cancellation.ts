import { formatDateTime } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { toPrintable } from "#contract/text.ts";
import { HOUR } from "#contract/time.ts";
import { cancellationRequested } from "#shop/orders/events.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { getRules } from "#shop/policies/rules.ts";
import { formatPayable, getPieces, listOrderFacts } from "../order-mail.ts";
import { command, defineOwnerOrderMail, listCustomer, type OwnerMailText } from "../owner-mail.ts";
import { createSampleCancellation } from "../samples.ts";

export const ownerCancellationMail = defineOwnerOrderMail(cancellationRequested, "owner-cancellation", {
  when: "a customer asks to cancel; the e-mail goes to you, with the deadline",
  sample: ({ now }) => ({ order: { cancellation: createSampleCancellation(now) } }),
  write(mailData): OwnerMailText | null {
    const { order } = mailData;
    const { cancellation } = order;
    if (cancellation?.status !== "Pending" || order.orderStatus === "Cancelled") return null;
    const requestedAt = new Date(cancellation.requestedAt);
    const answerBy = formatDateTime(
      new Date(requestedAt.getTime() + getRules(order.promised).answerWithinHours * HOUR),
    );
    return {
      subject: `Answer by ${answerBy}: cancellation request for ${order.orderId}`,
      preview: `${getBuyer(order.contact).firstName} asks to cancel an order of ${formatPayable(mailData)}.`,
      heading: "A customer asks to cancel",
      paragraphs: [
        `Do not send the order before you have answered the request. The customer was promised an answer by ${answerBy}.`,
      ],
      facts: [
        ...listOrderFacts(mailData),
        ...listCustomer(mailData),
        { label: "Payment", value: `${order.paymentStatus}, ${formatPayable(mailData)}` },
        { label: "Requested", value: formatDateTime(requestedAt) },
        { label: "Answer by", value: answerBy },
        ...(cancellation.reasons.length > 0
          ? [{ label: "Reasons", value: cancellation.reasons.map(toPrintable).join(", ") }]
          : []),
      ],
      ...(cancellation.comments && {
        quote: { by: getBuyer(order.contact).firstName, text: cancellation.comments },
      }),
      goods: getPieces(mailData),
      screen: { label: "Answer the request", href: deskLinks.order(order.orderId) },
      commands: [
        `To cancel the order and refund the payment: ${command(`orders cancel ${order.orderId} --approve`)}`,
        `To decline and tell the customer why: ${command(`orders cancel ${order.orderId} --decline --words …`)}`,
      ],
    };
  },
});
