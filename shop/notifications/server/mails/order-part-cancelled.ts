import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { orderPartCancelled } from "#shop/orders/events.ts";
import { formatPieces } from "#shop/orders/returned-pieces.ts";
import { defineOrderMail, getPieces, orderSentences } from "../order-mail.ts";
import { createSamplePartCancelled, listCancelledPieces } from "../samples.ts";

export const orderPartCancelledMail = defineOrderMail(orderPartCancelled, "order-part-cancelled", {
  kinds: {
    "order-part-cancelled": {
      when: "you cancel some pieces of an order",
      sample: createSamplePartCancelled,
      payload: listCancelledPieces,
    },
    "order-pieces-cancelled": {
      when: "a customer cancels some pieces of an order",
      sample: createSamplePartCancelled,
      payload: (mailData) => ({ ...listCancelledPieces(mailData), by: "customer" as const }),
    },
  },
  write(mail, { pieces = [], amountPaise = 0, by = "owner" }) {
    const { order, orderId, lines, payable } = mail;
    if (pieces.length === 0 || order.orderStatus === "Cancelled") return null;
    const pieceNames = toPrintable(formatPieces(pieces, lines));
    const amount = formatRupeesGrouped(amountPaise);
    const isOwn = by === "customer";
    return {
      words: isOwn ? "order-pieces-cancelled" : "order-part-cancelled",
      subject: `Order ${orderId}: ${isOwn ? `${pieceNames} is cancelled` : `we cannot send ${pieceNames}`}`,
      preview: `We'll refund you ${amount}.`,
      heading: "A part of your order is cancelled",
      fields: { pieces: pieceNames, amount, paid: payable },
      paragraphs: [
        isOwn
          ? `As you asked, we have cancelled ${pieceNames}.`
          : `We are sorry: we cannot send ${pieceNames}. We have cancelled this part of your order.`,
        amountPaise > 0 && `We'll refund you ${amount} of the ${payable} you paid. ${mail.returns.refund}`,
        amountPaise > 0 && orderSentences.refund,
      ],
      facts: [...mail.orderFacts, ...mail.deliveryFacts],
      goods: getPieces(lines, pieces),
      next: ["The rest of your order does not change."],
      footnote: orderSentences.another,
    };
  },
});
