import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { orderPartCancelled } from "#shop/orders/events.ts";
import { formatPieces } from "#shop/orders/returned-pieces.ts";
import type { MailContent, OrderNews } from "../mail.ts";
import {
  buildOrderLink,
  buildOrderMail,
  defineOrderMail,
  formatPayable,
  getPieces,
  listExpectedDelivery,
  listOrderFacts,
  listReturnMessages,
  orderSentences,
} from "../order-mail.ts";
import { createSamplePartCancelled, listCancelledPieces, type PartCancelledNews } from "../samples.ts";

export const orderPartCancelledMail = defineOrderMail(
  orderPartCancelled,
  "order-part-cancelled",
  writePartCancelledMail,
  {
    kinds: {
      "order-part-cancelled": {
        when: "'orders cancel --line': pieces that the shop cannot send",
        sample: createSamplePartCancelled,
        about: (news) => writePartCancelledMail(news, listCancelledPieces(news)),
      },
      "order-pieces-cancelled": {
        when: "a customer cancels some pieces of an order",
        sample: createSamplePartCancelled,
        about: (news) => writePartCancelledMail(news, { ...listCancelledPieces(news), by: "customer" }),
      },
    },
  },
);

/**
 * Some pieces were cancelled before shipping, by the shop or by the customer. The mail explains what happens to the
 * rest.
 */
function writePartCancelledMail(
  news: OrderNews,
  { pieces = [], amountPaise = 0, by = "owner" }: PartCancelledNews,
): MailContent | null {
  const { order, lines } = news;
  if (pieces.length === 0 || order.orderStatus === "Cancelled") return null;
  const named = toPrintable(formatPieces(pieces, lines));
  const isOwn = by === "customer";
  return {
    ...buildOrderMail(news),
    words: isOwn ? "order-pieces-cancelled" : "order-part-cancelled",
    subject: `Order ${order.orderId}: ${isOwn ? `${named} is cancelled` : `we cannot send ${named}`}`,
    preview: `${formatRupeesGrouped(amountPaise)} goes back to you.`,
    heading: "A part of your order is cancelled",
    fields: { pieces: named, amount: formatRupeesGrouped(amountPaise), paid: formatPayable(news) },
    paragraphs: [
      isOwn
        ? `As you asked, we have cancelled ${named}.`
        : `We are sorry: we cannot send ${named}, so we have cancelled it.`,
      ...(amountPaise > 0
        ? [
            `${formatRupeesGrouped(amountPaise)} goes back to you, of the ${formatPayable(news)} you paid. ${listReturnMessages(order).refund}`,
            orderSentences.refund,
          ]
        : []),
    ],
    facts: [...listOrderFacts(news), ...listExpectedDelivery(news)],
    action: buildOrderLink(news),
    goods: getPieces(news, pieces),
    next: { sentences: ["Everything else of your order stays as it is."] },
    footnote: orderSentences.another,
  };
}
