import { formatDateTime } from "#contract/dates.ts";
import { parcelDelivered } from "#shop/orders/events.ts";
import { describeNextStep } from "#shop/orders/progress.ts";
import { writeReturnMessages } from "#shop/policies/return-texts.ts";
import { getRules } from "#shop/policies/rules.ts";
import { GOOD_TO_KNOW, type OrderMailText } from "../mail.ts";
import {
  defineOrderMail,
  findPart,
  getPieces,
  listOrderFacts,
  listParcelFacts,
  orderSentences,
} from "../order-mail.ts";
import { createSampleParcels } from "../samples.ts";

export const parcelDeliveredMail = defineOrderMail(parcelDelivered, "parcel-delivered", {
  when: "one of several parcels is delivered",
  sample: (usual) => createSampleParcels(usual, ["Delivered", "Sent"]),
  payload: () => ({ parcel: 1 }),
  /** The last parcel has no mail of its own, because the mail about the delivered order covers it. */
  write(mailData, { parcel }): OrderMailText | null {
    const { order } = mailData;
    const part = findPart(mailData, parcel);
    if (part?.status !== "Delivered") return null;
    return {
      subject: `Order ${order.orderId}: parcel ${part.position} has arrived`,
      preview: orderSentences.wrong,
      heading: "A parcel has arrived",
      paragraphs: [describeNextStep(order)],
      facts: [
        ...listParcelFacts(part),
        ...listOrderFacts(mailData).slice(0, 1),
        ...(part.deliveredAt ? [{ label: "Delivered", value: formatDateTime(part.deliveredAt) }] : []),
      ],
      goods: getPieces(mailData, part.pieces),
      next: { title: GOOD_TO_KNOW, sentences: [writeReturnMessages(getRules(order.promised)).report] },
    };
  },
});
