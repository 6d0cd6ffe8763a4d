import { toPrintable } from "#contract/text.ts";
import { writeCancellationRefusals } from "#shop/orders/cancellation.ts";
import { orderDispatched } from "#shop/orders/events.ts";
import { countParcels } from "#shop/orders/parcels.ts";
import { writeReturnMessages } from "#shop/policies/return-texts.ts";
import { getRules } from "#shop/policies/rules.ts";
import type { OrderMailText } from "../mail.ts";
import {
  defineOrderMail,
  findPart,
  getPieces,
  getShipTo,
  listCashFacts,
  listExpectedDelivery,
  listOrderFacts,
  listParcelFacts,
} from "../order-mail.ts";
import { createSampleParcels, sampleTracking } from "../samples.ts";

export const orderDispatchedMail = defineOrderMail(orderDispatched, "order-dispatched", {
  kinds: {
    "order-dispatched": {
      when: "an order is dispatched; the e-mail has courier and tracking number; a correction sends no second e-mail",
      sample: () => ({ order: { tracking: sampleTracking } }),
    },
    "parcel-dispatched": {
      when: "one of several parcels is dispatched; the e-mail lists its contents",
      sample: (usual) => createSampleParcels(usual, ["Sent", "Sent"]),
      payload: () => ({ parcel: 2 }),
    },
  },
  write(mailData, { parcel }): OrderMailText | null {
    const { order } = mailData;
    const part = findPart(mailData, parcel);
    const tracking = part ? part.tracking : order.tracking;
    if (!tracking || (part ? part.status !== "Sent" : order.orderStatus !== "Processing")) return null;
    const { link } = tracking;
    const counts = part && countParcels(order);
    const rules = getRules(order.promised);
    const messages = writeReturnMessages(rules);
    return {
      subject: part?.replaces
        ? `Order ${order.orderId}: your replacement is on its way`
        : `Order ${order.orderId}${part ? `, parcel ${part.position}` : ""} is on its way`,
      preview: `Courier ${toPrintable(tracking.courier)}, tracking number ${toPrintable(tracking.number)}.`,
      words: part ? "parcel-dispatched" : "order-dispatched",
      heading: part ? "A parcel has left the workshop" : "Your parcel has left the workshop",
      paragraphs: [
        "We have checked every piece by hand and packed it. Now it is on its way to you.",
        ...(counts && counts.unsent > 0
          ? ["The rest of your order will follow in another parcel. We'll e-mail you when it ships."]
          : []),
      ],
      facts: [
        ...listParcelFacts(part),
        { label: "Courier", value: toPrintable(tracking.courier) },
        { label: "Tracking number", value: toPrintable(tracking.number), ...(link && { href: link }) },
        ...listCashFacts(mailData),
        ...listExpectedDelivery(mailData),
        ...listOrderFacts(mailData).slice(0, 1),
      ],
      ...(link && { action: { label: "Track your parcel", href: link } }),
      goods: getPieces(mailData, part?.pieces),
      shipTo: getShipTo(mailData),
      next: {
        sentences: [
          "Please check the pieces as soon as the parcel arrives. Keep the packaging: a return needs it.",
          messages.report,
          writeCancellationRefusals(rules).dispatched,
        ],
      },
    };
  },
});
