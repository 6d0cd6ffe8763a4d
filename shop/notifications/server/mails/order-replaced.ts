import { orderReplaced } from "#shop/orders/events.ts";
import { formatParcelPieces } from "#shop/orders/parcels.ts";
import type { MailContent, OrderNews } from "../mail.ts";
import {
  buildOrderLink,
  buildOrderMail,
  defineOrderMail,
  getPieces,
  getShipTo,
  listOrderFacts,
  orderSentences,
} from "../order-mail.ts";
import { createSampleParcels } from "../samples.ts";

export const orderReplacedMail = defineOrderMail(orderReplaced, "order-replaced", writeReplacedMail, {
  when: "'orders replace': pieces are sent again at no charge",
  sample: (facts) => createSampleParcels(facts, ["Delivered", "Waiting"]),
  payload: { parcel: 2 },
});

/** Pieces are sent again at no charge; null once they have arrived. */
function writeReplacedMail(news: OrderNews, { parcel }: { parcel?: number }): MailContent | null {
  const { order } = news;
  const again = order.parcels?.find(({ position, replaces }) => replaces && (!parcel || position === parcel));
  if (!again || again.status === "Delivered" || again.status === "Lost") return null;
  const pieces = formatParcelPieces(again.pieces, order.items);
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: we send you ${pieces} again`,
    preview: "At no charge. We'll e-mail you when it ships.",
    heading: "We send it to you again",
    fields: { pieces },
    paragraphs: [
      `We are sorry for the trouble. We send you ${pieces} again, at no charge.`,
      orderSentences.tracking,
    ],
    facts: listOrderFacts(news).slice(0, 1),
    action: buildOrderLink(news),
    goods: getPieces(news, again.pieces),
    shipTo: getShipTo(news),
    footnote: "Has your address changed? Reply to this e-mail before the parcel ships.",
  };
}
