import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { parcelLost } from "#shop/orders/events.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { defineOrderMail, getPieces, type OrderMail, orderSentences } from "../order-mail.ts";
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
  write(mail, { parcel, amountPaise = 0, again }) {
    const lostParcel = mail.order.parcels?.find(
      ({ position, status }) => status === "Lost" && (!parcel || position === parcel),
    );
    if (!lostParcel) return null;
    const isReplaced = again !== undefined;
    const amount = formatRupeesGrouped(amountPaise);
    const courier = toPrintable(lostParcel.tracking?.courier ?? "");
    const number = toPrintable(lostParcel.tracking?.number ?? "");
    const [preview, resolution] = isReplaced
      ? [
          "We'll send you the pieces again, free of charge.",
          "We'll send you the same pieces again, free of charge. We'll e-mail you when they ship.",
        ]
      : amountPaise > 0
        ? [
            "We'll refund you for this parcel.",
            `We'll refund you ${amount} of the ${mail.payable} you paid. ${mail.returns.refund}`,
          ]
        : explainWithoutRefund(mail);
    return {
      subject: `Order ${mail.orderId}: a parcel was lost on the way`,
      preview,
      words: isReplaced ? "parcel-lost-replaced" : "parcel-lost-refunded",
      heading: "We are sorry: your parcel was lost",
      fields: {
        ...(lostParcel.tracking && { courier, "tracking-number": number }),
        ...(!isReplaced && amountPaise > 0 && { amount, paid: mail.payable }),
      },
      paragraphs: [
        lostParcel.tracking
          ? `${courier} can no longer find the parcel with the number ${number}.`
          : "The courier can no longer find the parcel.",
        resolution,
      ],
      facts: mail.orderFacts,
      goods: getPieces(mail.lines, lostParcel.pieces),
      footnote: "Did the parcel arrive after all? Please reply to this e-mail.",
    };
  },
});

function explainWithoutRefund({ order }: OrderMail): [preview: string, explanation?: string] {
  const isReplacedBy = (isStatus: (status: string) => boolean) =>
    order.parcels?.some(({ replaces, status }) => replaces && isStatus(status));
  if (order.cash && !wasPaid(order.paymentStatus))
    return [orderSentences.nothingToPay, "You have not paid for this parcel, so there is nothing to refund."];
  if (isReplacedBy((status) => status === "Delivered"))
    return [
      "We have already sent the pieces of this parcel to you again.",
      "You have already received the pieces of this parcel again, free of charge.",
    ];
  if (isReplacedBy((status) => status !== "Lost"))
    return [
      "We'll send the pieces of this parcel to you again.",
      "We'll send you the pieces of this parcel again, free of charge.",
    ];
  if (order.refundAmount) return ["We have already refunded you for this parcel."];
  return [
    "There is nothing to refund.",
    "The coupon paid for the pieces of this parcel, so there is nothing to refund.",
  ];
}
