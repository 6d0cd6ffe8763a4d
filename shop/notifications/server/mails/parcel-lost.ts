import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { parcelLost } from "#shop/orders/events.ts";
import { wasPaid } from "#shop/orders/status.ts";
import type { MailContent, OrderNews } from "../mail.ts";
import {
  buildOrderLink,
  buildOrderMail,
  defineOrderMail,
  formatPayable,
  getPieces,
  listOrderFacts,
  listReturnMessages,
  orderSentences,
} from "../order-mail.ts";
import { createSampleParcels } from "../samples.ts";

export const parcelLostMail = defineOrderMail(parcelLost, "parcel-lost", writeLostMail, {
  kinds: {
    "parcel-lost-refunded": {
      when: "'orders lost --refund'",
      sample: (facts) => createSampleParcels(facts, ["Lost", "Delivered"]),
      about: (news) => writeLostMail(news, { amountPaise: news.sold.refundAmount ?? 0 }),
    },
    "parcel-lost-replaced": {
      when: "'orders lost --replace'",
      sample: (facts) => createSampleParcels(facts, ["Lost", "Waiting"]),
      payload: { parcel: 1, again: 2 },
    },
  },
});

/** A parcel was lost: its contents are shipped again or refunded. */
function writeLostMail(
  news: OrderNews,
  { parcel, amountPaise = 0, again }: { parcel?: number; amountPaise?: number; again?: number },
): MailContent | null {
  const { order } = news;
  const lost = order.parcels?.find(
    ({ position, status }) => status === "Lost" && (!parcel || position === parcel),
  );
  if (!lost) return null;
  const { refund } = listReturnMessages(order);
  const [preview, remedy] =
    again !== undefined
      ? [
          "We send it to you again, at no charge.",
          "We send you the same pieces again, at no charge. We'll e-mail you when they ship.",
        ]
      : amountPaise > 0
        ? [
            "What you paid for it goes back.",
            `${formatRupeesGrouped(amountPaise)} goes back to you, of the ${formatPayable(news)} you paid. ${refund}`,
          ]
        : order.cash && !wasPaid(order.paymentStatus)
          ? [orderSentences.nothingToPay, "You were to pay when it arrives, so there is nothing to pay."]
          : order.parcels?.some(
                ({ replaces, status }) => replaces && status !== "Delivered" && status !== "Lost",
              )
            ? ["We send its pieces to you again.", "We send you its pieces again, at no charge."]
            : order.refundAmount
              ? ["What you paid for it went back before.", ""]
              : [
                  "There is nothing to give back.",
                  "The coupon paid for its pieces, so there is nothing to give back.",
                ];
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: a parcel was lost on the way`,
    preview,
    words: again === undefined ? "parcel-lost-refunded" : "parcel-lost-replaced",
    heading: "We are sorry: your parcel was lost",
    fields: {
      ...(lost.tracking && {
        courier: toPrintable(lost.tracking.courier),
        "tracking-number": toPrintable(lost.tracking.number),
      }),
      ...(again === undefined &&
        amountPaise > 0 && { amount: formatRupeesGrouped(amountPaise), paid: formatPayable(news) }),
    },
    paragraphs: [
      `The courier${lost.tracking ? `, ${toPrintable(lost.tracking.courier)},` : ""} cannot find the parcel${lost.tracking ? ` with the number ${toPrintable(lost.tracking.number)}` : ""} any more.`,
      ...(remedy ? [remedy] : []),
    ],
    facts: listOrderFacts(news),
    action: buildOrderLink(news),
    goods: getPieces(news, lost.pieces),
    footnote: "Did it arrive after all? Please reply to this e-mail.",
  };
}
