import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { parcelLost } from "#shop/orders/events.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import type { OrderMailText } from "../mail.ts";
import {
  defineOrderMail,
  formatPayable,
  getPieces,
  listOrderFacts,
  listReturnMessages,
  orderSentences,
} from "../order-mail.ts";
import { createSampleParcels } from "../samples.ts";

export const parcelLostMail = defineOrderMail(parcelLost, "parcel-lost", {
  kinds: {
    "parcel-lost-refunded": {
      when: "a parcel is lost and refunded",
      sample: (usual) => createSampleParcels(usual, ["Lost", "Delivered"]),
      payload: ({ sold }) => ({ amountPaise: sold.refundAmount ?? 0 }),
    },
    "parcel-lost-replaced": {
      when: "a parcel is lost and sent again",
      sample: (usual) => createSampleParcels(usual, ["Lost", "Waiting"]),
      payload: () => ({ parcel: 1, again: 2 }),
    },
  },
  write(mailData, { parcel, amountPaise = 0, again }): OrderMailText | null {
    const { order } = mailData;
    const lostParcel = order.parcels?.find(
      ({ position, status }) => status === "Lost" && (!parcel || position === parcel),
    );
    if (!lostParcel) return null;
    const { refund } = listReturnMessages(order);
    const [preview, resolution] =
      again !== undefined
        ? [
            "We'll send you the pieces again, free of charge.",
            "We'll send you the same pieces again, free of charge. We'll e-mail you when they ship.",
          ]
        : amountPaise > 0
          ? [
              "We'll refund you for this parcel.",
              `We'll refund you ${formatRupeesGrouped(amountPaise)} of the ${formatPayable(mailData)} you paid. ${refund}`,
            ]
          : order.cash && !wasPaid(order.paymentStatus)
            ? [
                orderSentences.nothingToPay,
                "You have not paid for this parcel, so there is nothing to refund.",
              ]
            : order.parcels?.some(({ replaces, status }) => replaces && status === "Delivered")
              ? [
                  "We have already sent the pieces of this parcel to you again.",
                  "You have already received the pieces of this parcel again, free of charge.",
                ]
              : order.parcels?.some(({ replaces, status }) => replaces && status !== "Lost")
                ? [
                    "We'll send the pieces of this parcel to you again.",
                    "We'll send you the pieces of this parcel again, free of charge.",
                  ]
                : order.refundAmount
                  ? ["We have already refunded you for this parcel.", ""]
                  : [
                      "There is nothing to refund.",
                      "The coupon paid for the pieces of this parcel, so there is nothing to refund.",
                    ];
    return {
      subject: `Order ${order.orderId}: a parcel was lost on the way`,
      preview,
      words: again === undefined ? "parcel-lost-refunded" : "parcel-lost-replaced",
      heading: "We are sorry: your parcel was lost",
      fields: {
        ...(lostParcel.tracking && {
          courier: toPrintable(lostParcel.tracking.courier),
          "tracking-number": toPrintable(lostParcel.tracking.number),
        }),
        ...(again === undefined &&
          amountPaise > 0 && { amount: formatRupeesGrouped(amountPaise), paid: formatPayable(mailData) }),
      },
      paragraphs: [
        lostParcel.tracking
          ? `${toPrintable(lostParcel.tracking.courier)} can no longer find the parcel with the number ${toPrintable(lostParcel.tracking.number)}.`
          : "The courier can no longer find the parcel.",
        ...(resolution ? [resolution] : []),
      ],
      facts: listOrderFacts(mailData),
      goods: getPieces(mailData, lostParcel.pieces),
      footnote: "Did the parcel arrive after all? Please reply to this e-mail.",
    };
  },
});
