import { formatDateTime } from "#contract/dates.ts";
import { cashOrderPlaced } from "#shop/orders/events.ts";
import { ORDER_PAYMENT_PATH } from "#shop/orders/order-links.ts";
import { defineOrderMail, getGoods, orderSentences } from "../order-mail.ts";
import { fillSampleLink } from "../samples.ts";

export const orderToConfirmMail = defineOrderMail(cashOrderPlaced, "order-to-confirm", {
  when: "a cash-on-delivery order is placed; the e-mail has the link to confirm it",
  sample: ({ now }) => ({
    order: { orderStatus: "Pending", paymentStatus: "Pending", cash: { confirmBy: now.toISOString() } },
    paymentHref: fillSampleLink(ORDER_PAYMENT_PATH),
  }),
  write(mail) {
    const { order, paymentHref: href, payable } = mail;
    if (href === null || order.cash?.confirmBy === undefined || order.cancellation?.status === "Pending")
      return null;
    const deadline = formatDateTime(mail.payUntil);
    return {
      subject: `Please confirm order ${mail.orderId} by ${deadline}`,
      preview: `${payable} to pay in cash when your parcel arrives.`,
      heading: "Please confirm your order",
      fields: { "confirm-until": deadline },
      paragraphs: [
        `Thank you for your order. You pay ${payable} in cash when your parcel arrives. We reserve your pieces until ${deadline}, Indian time. Please confirm your order with the button below. You don't need to log in.`,
      ],
      facts: [...mail.orderFacts, mail.cashFact],
      action: { label: "Review and confirm", href },
      goods: getGoods(mail),
      shipTo: mail.shipTo,
      next: ["Once you confirm, we send the invoice and start packing.", orderSentences.letExpire],
      footnote: "Is something wrong with the order? Reply to this e-mail before you confirm.",
    };
  },
});
