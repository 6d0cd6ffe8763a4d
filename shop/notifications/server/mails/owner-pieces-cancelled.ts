import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { orderPartCancelled } from "#shop/orders/events.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { formatPieces } from "#shop/orders/returned-pieces.ts";
import { getPieces, getShipTo, listOrderFacts } from "../order-mail.ts";
import { command, defineOwnerOrderMail, listCustomer, type OwnerMailText } from "../owner-mail.ts";
import { createSamplePartCancelled, listCancelledPieces } from "../samples.ts";

export const ownerPiecesCancelledMail = defineOwnerOrderMail(orderPartCancelled, "owner-pieces-cancelled", {
  when: "a customer cancels some pieces of an order before it is dispatched; the e-mail goes to you",
  sample: createSamplePartCancelled,
  payload: (mailData) => ({ ...listCancelledPieces(mailData), by: "customer" as const }),
  write(mailData, { pieces = [], amountPaise = 0, by }): OwnerMailText | null {
    const { order, lines } = mailData;
    if (by !== "customer" || order.tracking || order.orderStatus !== "Processing") return null;
    const pieceNames = toPrintable(formatPieces(pieces, lines));
    return {
      subject: `${order.orderId}: the customer cancelled ${pieceNames}`,
      preview: `${formatRupeesGrouped(amountPaise)} is refunded. Please send the rest.`,
      heading: "A customer cancelled some pieces",
      paragraphs: [
        `${getBuyer(order.contact).firstName} has cancelled ${pieceNames}. The pieces are back in stock, and ${formatRupeesGrouped(amountPaise)} is refunded with a credit note.`,
        "If the cancelled pieces are already packed, please take them out of the parcel, and send the rest.",
      ],
      facts: [...listOrderFacts(mailData), ...listCustomer(mailData)],
      goods: getPieces(mailData),
      shipTo: getShipTo(mailData),
      screen: { label: "Open the order", href: deskLinks.order(order.orderId) },
      commands: [`Print the slip and label again: ${command(`orders print ${order.orderId}`)}`],
    };
  },
});
