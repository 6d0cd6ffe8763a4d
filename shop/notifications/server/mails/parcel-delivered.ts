import { formatDateTime } from "#contract/dates.ts";
import { parcelDelivered } from "#shop/orders/events.ts";
import { GOOD_TO_KNOW } from "../mail.ts";
import { defineOrderMail, findPart, getPieces, orderSentences } from "../order-mail.ts";
import { createSampleParcels } from "../samples.ts";

export const parcelDeliveredMail = defineOrderMail(parcelDelivered, "parcel-delivered", {
  when: "one of several parcels is delivered",
  sample: (usual) => createSampleParcels(usual, ["Delivered", "Sent"]),
  payload: () => ({ parcel: 1 }),
  /** The last parcel has no separate mail, because the mail about the delivered order covers it. */
  write(mail, { parcel }) {
    const part = findPart(mail, parcel);
    if (part?.status !== "Delivered") return null;
    return {
      subject: `Order ${mail.orderId}: parcel ${part.position} has arrived`,
      preview: orderSentences.wrong,
      heading: "A parcel has arrived",
      paragraphs: [mail.nextStep],
      facts: [
        { label: "Parcel", value: String(part.position) },
        mail.orderFact,
        { label: "Delivered", value: part.deliveredAt && formatDateTime(part.deliveredAt) },
      ],
      goods: getPieces(mail.lines, part.pieces),
      nextTitle: GOOD_TO_KNOW,
      next: [mail.returns.report],
    };
  },
});
