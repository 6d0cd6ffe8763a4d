import { formatDate, formatDateTime } from "#contract/dates.ts";
import { orderDelivered } from "#shop/orders/events.ts";
import { describeNextStep } from "#shop/orders/progress.ts";
import { writeReturnMessages } from "#shop/policies/return-texts.ts";
import { getRules } from "#shop/policies/rules.ts";
import { getReturnDeadline } from "#shop/returns/return-request.ts";
import { REVIEW_ANCHOR } from "#shop/reviews/review.ts";
import { GOOD_TO_KNOW, type OrderMailInput, type OrderMailText } from "../mail.ts";
import {
  defineOrderMail,
  formatPayable,
  getOrderHref,
  getPieces,
  listOrderFacts,
  orderSentences,
} from "../order-mail.ts";
import { sampleTracking } from "../samples.ts";

export const orderDeliveredMail = defineOrderMail(orderDelivered, "order-delivered", {
  when: "you mark an order as delivered",
  sample: ({ now }) => ({
    order: { orderStatus: "Delivered", tracking: sampleTracking },
    deliveredAt: now,
  }),
  write(mailData): OrderMailText | null {
    const { order, deliveredAt } = mailData;
    if (order.orderStatus !== "Delivered") return null;
    const { report, warranty } = writeReturnMessages(getRules(order.promised));
    return {
      subject: `Order ${order.orderId} has arrived`,
      preview: orderSentences.wrong,
      heading: "Your parcel has arrived",
      paragraphs: [describeNextStep(order)],
      facts: [
        ...listOrderFacts(mailData).slice(0, 1),
        ...(deliveredAt ? [{ label: "Delivered", value: formatDateTime(deliveredAt) }] : []),
        ...(order.cash ? [{ label: "Paid in cash", value: formatPayable(mailData) }] : []),
      ],
      action: { label: "Tell us how you like it", href: `${getOrderHref(order)}#${REVIEW_ANCHOR}` },
      goods: getPieces(mailData),
      next: {
        title: GOOD_TO_KNOW,
        sentences: [report, ...describeReturnPeriod(mailData), ...(warranty ? [warranty] : [])],
      },
    };
  },
});

function describeReturnPeriod({ order: { promised }, deliveredAt }: OrderMailInput): string[] {
  if (!deliveredAt) return [];
  const deadline = getReturnDeadline({ deliveredAt: deliveredAt.toISOString(), promised });
  return [`You can ask to return pieces on your order's page until ${formatDate(deadline)}.`];
}
