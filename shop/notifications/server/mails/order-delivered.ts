import { formatDate, formatDateTime } from "#contract/dates.ts";
import { orderDelivered } from "#shop/orders/events.ts";
import { getReturnDeadline } from "#shop/returns/return-request.ts";
import { REVIEW_ANCHOR } from "#shop/reviews/review.ts";
import { GOOD_TO_KNOW } from "../mail.ts";
import { defineOrderMail, type OrderMail, orderSentences } from "../order-mail.ts";
import { sampleTracking } from "../samples.ts";

export const orderDeliveredMail = defineOrderMail(orderDelivered, "order-delivered", {
  when: "you mark an order as delivered",
  sample: ({ now }) => ({
    order: { orderStatus: "Delivered", tracking: sampleTracking },
    deliveredAt: now,
  }),
  write(mail) {
    const { order, deliveredAt, returns } = mail;
    if (order.orderStatus !== "Delivered") return null;
    return {
      subject: `Order ${mail.orderId} has arrived`,
      preview: orderSentences.wrong,
      heading: "Your parcel has arrived",
      paragraphs: [mail.nextStep],
      facts: [
        mail.orderFact,
        { label: "Delivered", value: deliveredAt && formatDateTime(deliveredAt) },
        { label: "Paid in cash", value: order.cash && mail.payable },
      ],
      action: { label: "Tell us how you like it", href: `${mail.href}#${REVIEW_ANCHOR}` },
      goods: mail.pieces,
      nextTitle: GOOD_TO_KNOW,
      next: [returns.report, describeReturnPeriod(mail), returns.warranty],
    };
  },
});

function describeReturnPeriod({ order: { promised }, deliveredAt }: OrderMail): string | null {
  if (!deliveredAt) return null;
  const deadline = getReturnDeadline({ deliveredAt: deliveredAt.toISOString(), promised });
  return `You can ask to return pieces on your order's page until ${formatDate(deadline)}.`;
}
