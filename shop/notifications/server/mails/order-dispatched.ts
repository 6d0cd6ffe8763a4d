import { toPrintable } from "#contract/text.ts";
import { writeCancellationRefusals } from "#shop/orders/cancellation.ts";
import { orderDispatched } from "#shop/orders/events.ts";
import { countParcels } from "#shop/orders/parcels.ts";
import { defineOrderMail, findPart, getPieces } from "../order-mail.ts";
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
  write(mail, { parcel }) {
    const { order, orderId } = mail;
    const part = findPart(mail, parcel);
    const tracking = part ? part.tracking : order.tracking;
    if (!tracking || (part ? part.status !== "Sent" : order.orderStatus !== "Processing")) return null;
    const { link } = tracking;
    const courier = toPrintable(tracking.courier);
    const number = toPrintable(tracking.number);
    return {
      subject: part?.replaces
        ? `Order ${orderId}: your replacement is on its way`
        : `Order ${orderId}${part ? `, parcel ${part.position}` : ""} is on its way`,
      preview: `Courier ${courier}, tracking number ${number}.`,
      words: part ? "parcel-dispatched" : "order-dispatched",
      heading: part ? "A parcel has left the workshop" : "Your parcel has left the workshop",
      paragraphs: [
        "We have checked every piece by hand and packed it. Now it is on its way to you.",
        part &&
          (countParcels(order)?.unsent ?? 0) > 0 &&
          "The rest of your order will follow in another parcel. We'll e-mail you when it ships.",
      ],
      facts: [
        { label: "Parcel", value: part && String(part.position) },
        { label: "Courier", value: courier },
        { label: "Tracking number", value: number, href: link },
        mail.cashFact,
        ...mail.deliveryFacts,
        mail.orderFact,
      ],
      ...(link && { action: { label: "Track your parcel", href: link } }),
      goods: getPieces(mail.lines, part?.pieces),
      shipTo: mail.shipTo,
      next: [
        "Please check the pieces as soon as the parcel arrives. Keep the packaging: a return needs it.",
        mail.returns.report,
        writeCancellationRefusals(mail.rules).dispatched,
      ],
    };
  },
});
