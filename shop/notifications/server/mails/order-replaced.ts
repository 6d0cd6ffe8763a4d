import { orderReplaced } from "#shop/orders/events.ts";
import { formatParcelPieces } from "#shop/orders/parcels.ts";
import { defineOrderMail, getPieces, orderSentences } from "../order-mail.ts";
import { createSampleParcels } from "../samples.ts";

export const orderReplacedMail = defineOrderMail(orderReplaced, "order-replaced", {
  when: "you send pieces of an order again free of charge",
  sample: (usual) => createSampleParcels(usual, ["Delivered", "Waiting"]),
  payload: () => ({ parcel: 2 }),
  write({ order, orderId, orderFact, lines, shipTo }, { parcel }) {
    const replacement = order.parcels?.find(
      ({ position, replaces }) => replaces && (!parcel || position === parcel),
    );
    if (!replacement || replacement.status === "Delivered" || replacement.status === "Lost") return null;
    const pieces = formatParcelPieces(replacement.pieces, order.items);
    return {
      subject: `Order ${orderId}: we'll send you ${pieces} again`,
      preview: "Free of charge. We'll e-mail you when the pieces ship.",
      heading: "We'll send your pieces again",
      fields: { pieces },
      paragraphs: [
        `We are sorry for the trouble. We'll send you ${pieces} again, free of charge.`,
        orderSentences.tracking,
      ],
      facts: [orderFact],
      goods: getPieces(lines, replacement.pieces),
      shipTo,
      footnote: "Has your address changed? Reply to this e-mail before the parcel ships.",
    };
  },
});
