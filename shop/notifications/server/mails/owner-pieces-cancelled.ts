import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { orderPartCancelled } from "#shop/orders/events.ts";
import { formatPieces } from "#shop/orders/returned-pieces.ts";
import { command, defineOwnerOrderMail } from "../owner-mail.ts";
import { createSamplePartCancelled, listCancelledPieces } from "../samples.ts";

export const ownerPiecesCancelledMail = defineOwnerOrderMail(orderPartCancelled, "owner-pieces-cancelled", {
  when: "a customer cancels some pieces of an order before it is dispatched; the e-mail goes to you",
  sample: createSamplePartCancelled,
  payload: (mailData) => ({ ...listCancelledPieces(mailData), by: "customer" as const }),
  write(mail, { pieces = [], amountPaise = 0, by }) {
    const { order, orderId } = mail;
    if (by !== "customer" || order.tracking || order.orderStatus !== "Processing") return null;
    const pieceNames = toPrintable(formatPieces(pieces, mail.lines));
    const amount = formatRupeesGrouped(amountPaise);
    return {
      subject: `${orderId}: the customer cancelled ${pieceNames}`,
      preview: `${amount} is refunded. Please send the rest.`,
      heading: "A customer cancelled some pieces",
      paragraphs: [
        `${mail.buyer} has cancelled ${pieceNames}. The pieces are back in stock, and ${amount} is refunded with a credit note.`,
        "If the cancelled pieces are already packed, please take them out of the parcel, and send the rest.",
      ],
      goods: mail.pieces,
      shipTo: mail.shipTo,
      commands: [`Print the slip and label again: ${command(`orders print ${orderId}`)}`],
    };
  },
});
