import { ORDER_PAYMENT_PATH } from "#shop/orders/order-links.ts";
import { formatDateTime } from "#contract/dates.ts";
import { cashOrderPlaced } from "#shop/orders/events.ts";
import type { OrderMailText } from "../mail.ts";
import {
  defineOrderMail,
  formatPayable,
  getGoods,
  getShipTo,
  listCashFacts,
  listOrderFacts,
  orderSentences,
} from "../order-mail.ts";
import { fillSampleLink } from "../samples.ts";

export const orderToConfirmMail = defineOrderMail(cashOrderPlaced, "order-to-confirm", {
  when: "a cash-on-delivery order is placed; the e-mail has the link to confirm it",
  sample: ({ now }) => ({
    order: { orderStatus: "Pending", paymentStatus: "Pending", cash: { confirmBy: now.toISOString() } },
    paymentHref: fillSampleLink(ORDER_PAYMENT_PATH),
  }),
  write(mailData): OrderMailText | null {
    const { order, paymentHref: href, payUntil } = mailData;
    if (href === null || order.cash?.confirmBy === undefined || order.cancellation?.status === "Pending")
      return null;
    const deadline = formatDateTime(payUntil);
    return {
      subject: `Please confirm order ${order.orderId} by ${deadline}`,
      preview: `${formatPayable(mailData)} to pay in cash when your parcel arrives.`,
      heading: "Please confirm your order",
      fields: { "confirm-until": deadline },
      paragraphs: [
        `Thank you for your order. You pay ${formatPayable(mailData)} in cash when your parcel arrives. We reserve your pieces until ${deadline}, Indian time. Please confirm your order with the button below. You don't need to log in.`,
      ],
      facts: [...listOrderFacts(mailData), ...listCashFacts(mailData)],
      action: { label: "Review and confirm", href },
      goods: getGoods(mailData),
      shipTo: getShipTo(mailData),
      next: {
        sentences: ["Once you confirm, we send the invoice and start packing.", orderSentences.letExpire],
      },
      footnote: "Is something wrong with the order? Reply to this e-mail before you confirm.",
    };
  },
});
