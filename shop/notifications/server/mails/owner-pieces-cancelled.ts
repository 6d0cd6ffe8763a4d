import { deskLinks } from "#contract/desk-links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { orderPartCancelled } from "#shop/orders/events.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { formatPieces } from "#shop/orders/returned-pieces.ts";
import type { MailContent, OrderMailInput } from "../mail.ts";
import { findOrderMailInput, getPieces, getShipTo, listOrderFacts } from "../order-mail.ts";
import {
  command,
  defineOwnerMail,
  linkToDesk,
  listCustomer,
  OWNER_AT_ONCE,
  WHY_OWNER,
  writeWay,
} from "../owner-mail.ts";
import { createSamplePartCancelled, listCancelledPieces, type PartCancelledNews } from "../samples.ts";

export const ownerPiecesCancelledMail = defineOwnerMail(
  orderPartCancelled,
  "owner-pieces-cancelled",
  OWNER_AT_ONCE,
  async (context, { orderId, ...cancelled }) => {
    const mailData = cancelled.by === "customer" ? await findOrderMailInput(context, orderId) : null;
    return mailData && writePiecesCancelledMail(mailData, cancelled, context.config.deskUrl);
  },
  {
    when: "a customer cancels some pieces of an order: to you, before it leaves",
    sample(sampleFacts) {
      const mailData = createSamplePartCancelled(sampleFacts);
      return writePiecesCancelledMail(mailData, listCancelledPieces(mailData), sampleFacts.deskUrl);
    },
  },
);

/** A mail to the owner: a customer has cancelled some pieces of an order; null once the rest is shipped or cancelled. */
function writePiecesCancelledMail(
  mailData: OrderMailInput,
  { pieces = [], amountPaise = 0 }: PartCancelledNews,
  deskUrl?: string,
): MailContent | null {
  const { order, lines } = mailData;
  if (order.tracking || order.orderStatus !== "Processing") return null;
  const pieceNames = toPrintable(formatPieces(pieces, lines));
  return {
    subject: `${order.orderId}: its customer cancelled ${pieceNames}`,
    preview: `${formatRupeesGrouped(amountPaise)} goes back to them. The rest is still to be sent.`,
    heading: "A customer cancelled some pieces",
    paragraphs: [
      `${getBuyer(order.contact).firstName} has cancelled ${pieceNames}. It is back in stock, and ${formatRupeesGrouped(amountPaise)} goes back, with a credit note.`,
      "Please take it out of the parcel if it is packed. Everything else is still to be sent.",
    ],
    facts: [...listOrderFacts(mailData), ...listCustomer(mailData)],
    goods: getPieces(mailData),
    shipTo: getShipTo(mailData),
    ...writeWay(linkToDesk(deskUrl, "Open the order", deskLinks.order(order.orderId)), [
      `Print slip and label again: ${command(`orders print ${order.orderId}`)}`,
    ]),
    why: WHY_OWNER,
  };
}
