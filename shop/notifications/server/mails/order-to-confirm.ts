import { ORDER_PAYMENT_PATH } from "#shop/orders/order-links.ts";
import { formatDateTime } from "#contract/dates.ts";
import { orderPlaced } from "#shop/orders/events.ts";
import type { MailContent, OrderNews } from "../mail.ts";
import {
  buildOrderMail,
  defineOrderMail,
  formatPayable,
  getGoods,
  getShipTo,
  listCashFacts,
  listOrderFacts,
  orderSentences,
} from "../order-mail.ts";
import { createSampleNews, fillSampleLink } from "../samples.ts";

export const orderToConfirmMail = defineOrderMail(orderPlaced, "order-to-confirm", writeToConfirmMail, {
  when: "an order to be paid in cash when it arrives: with the link to confirm it",
  sample: (facts) =>
    createSampleNews(facts, {
      order: {
        orderStatus: "Pending",
        paymentStatus: "Pending",
        cash: { confirmBy: facts.now.toISOString() },
      },
      paymentHref: fillSampleLink(ORDER_PAYMENT_PATH),
    }),
});

/** A cash order, which its customer confirms by the link, without logging in; then it is packed. */
function writeToConfirmMail(news: OrderNews): MailContent | null {
  const { order, paymentHref: href, payUntil } = news;
  if (href === null || order.cash?.confirmBy === undefined || order.cancellation?.status === "Pending")
    return null;
  const until = formatDateTime(payUntil);
  return {
    ...buildOrderMail(news),
    subject: `Please confirm order ${order.orderId} by ${until}`,
    preview: `${formatPayable(news)} to pay in cash when it arrives.`,
    heading: "Please confirm your order",
    fields: { "confirm-until": until },
    paragraphs: [
      `Thank you for your order. You pay ${formatPayable(news)} in cash when it arrives. We hold your pieces until ${until}, Indian time: please confirm your order with the button below. You don't need to log in.`,
    ],
    facts: [...listOrderFacts(news), ...listCashFacts(news)],
    action: { label: "Review and confirm", href },
    goods: getGoods(news),
    shipTo: getShipTo(news),
    next: {
      sentences: ["Once you confirm, we send the invoice and start packing.", orderSentences.letExpire],
    },
    footnote: "Is something wrong with the order? Reply to this e-mail before you confirm.",
  };
}
