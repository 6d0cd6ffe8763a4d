import { links } from "#contract/links.ts";
import { MINUTE } from "#contract/time.ts";
import { orderCancelled } from "#shop/orders/events.ts";
import { describeNextStep } from "#shop/orders/progress.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import type { OrderMailInput, OrderMailText } from "../mail.ts";
import {
  defineOrderMail,
  describeMoney,
  getOrderHref,
  getPieces,
  listOrderFacts,
  orderSentences,
} from "../order-mail.ts";
import { createSampleRefund } from "../samples.ts";

/** The delay of this mail in ms. The reason of the cancellation can change shortly after the event. */
const CANCELLED_MAIL_WAIT = MINUTE;

/** Customers who requested the cancellation do not get this mail, but the mail about the owner's decision. */
export const orderCancelledMail = defineOrderMail(orderCancelled, "order-cancelled", {
  afterMs: CANCELLED_MAIL_WAIT,
  kinds: {
    "order-expired": {
      when: "an order was not paid in time",
      sample: () => ({
        order: { orderStatus: "Cancelled", paymentStatus: "Expired", expired: true },
        cancelledBecause: "unpaid",
      }),
    },
    "order-unconfirmed": {
      when: "a cash-on-delivery order was not confirmed in time",
      only: ({ order }) => order.cash !== undefined,
      sample: () => ({
        order: { orderStatus: "Cancelled", paymentStatus: "Expired", expired: true, cash: {} },
        cancelledBecause: "unpaid",
      }),
    },
    "order-cancelled": {
      when: "you cancel an order",
      sample: (usual) => createSampleRefund(usual, "shop"),
    },
    "order-refused": {
      when: "a cash-on-delivery parcel was refused at the door",
      sample: () => ({
        order: { orderStatus: "Cancelled", paymentStatus: "Expired", cash: {} },
        cancelledBecause: "refused",
        creditNote: "CN26-27/000000",
      }),
    },
  },
  write(mailData): OrderMailText | null {
    if (mailData.order.orderStatus !== "Cancelled") return null;
    if (mailData.cancelledBecause === "unpaid")
      return mailData.order.cash ? writeUnconfirmedMail(mailData) : writeExpiredMail(mailData);
    if (mailData.cancelledBecause === "refused") return writeRefusedMail(mailData);
    if (mailData.cancelledBecause !== "shop") return null;
    return mailData.paymentHref !== null &&
      mailData.order.invoicedAt === undefined &&
      !wasPaid(mailData.order.paymentStatus)
      ? writeUnpaidCancellationMail(mailData)
      : writeCannotFulfilMail(mailData);
  },
});

function writeExpiredMail(mailData: OrderMailInput): OrderMailText | null {
  const { order } = mailData;
  // An order that was paid too late gets the mail about its refund instead.
  if (wasPaid(order.paymentStatus)) return null;
  return {
    ...buildEnd(mailData),
    subject: `Order ${order.orderId} was not paid in time`,
    preview: "Nothing was charged.",
    words: "order-expired",
    heading: "Your order was not paid in time",
    paragraphs: describeExpiry(order),
    footnote:
      "Did you pay? Your money is safe: we'll either restore the order or refund you, and e-mail you about it.",
  };
}

function writeUnconfirmedMail(mailData: OrderMailInput): OrderMailText {
  return {
    ...buildEnd(mailData),
    words: "order-unconfirmed",
    subject: `Order ${mailData.order.orderId} was not confirmed in time`,
    preview: orderSentences.nothingToPay,
    heading: "Your order was not confirmed in time",
    paragraphs: describeExpiry(mailData.order),
  };
}

const describeExpiry = (order: OrderMailInput["order"]): string[] => [
  describeNextStep(order),
  ...(order.cancellation?.status === "Pending" ? ["Your cancellation request is closed too."] : []),
];

const buildEnd = (mailData: OrderMailInput) => ({
  facts: listOrderFacts(mailData),
  action: { label: "Back to the shop", href: links.products() },
  goods: getPieces(mailData),
});

function writeRefusedMail(mailData: OrderMailInput): OrderMailText {
  return {
    ...buildEnd(mailData),
    subject: `Order ${mailData.order.orderId}: your parcel came back to us`,
    preview: "The order is cancelled, and there is nothing to pay.",
    words: "order-refused",
    heading: "Your parcel came back to us",
    paragraphs: [
      "The courier could not deliver your parcel, so we have cancelled your order. There is nothing to pay.",
    ],
    facts: [
      ...listOrderFacts(mailData),
      ...(mailData.creditNote
        ? [{ label: "Credit note", value: mailData.creditNote, href: getOrderHref(mailData.order) }]
        : []),
    ],
    footnote: "Do you still want the pieces, or did the delivery go wrong? Reply to this e-mail.",
  };
}

function writeUnpaidCancellationMail(mailData: OrderMailInput): OrderMailText {
  return {
    ...buildEnd(mailData),
    words: null,
    subject: `Order ${mailData.order.orderId} is cancelled`,
    preview: "Nothing was charged.",
    heading: "Your order is cancelled",
    paragraphs: ["Your order was not paid, and nothing was charged. The link to pay no longer works."],
    footnote: "Questions? Reply to this e-mail.",
  };
}

function writeCannotFulfilMail(mailData: OrderMailInput): OrderMailText {
  return {
    subject: `Order ${mailData.order.orderId} is cancelled`,
    preview: "We are sorry. Here is what happens to your payment.",
    words: "order-cancelled",
    heading: "We are sorry: your order is cancelled",
    fields: { money: describeMoney(mailData).join(" ") },
    paragraphs: [
      "We cannot send what you ordered, so we had to cancel your order.",
      ...describeMoney(mailData),
    ],
    facts: listOrderFacts(mailData),
    goods: getPieces(mailData),
    footnote: orderSentences.another,
  };
}
