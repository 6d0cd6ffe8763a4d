import { links } from "#contract/links.ts";
import { MINUTE } from "#contract/time.ts";
import { orderCancelled } from "#shop/orders/events.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import type { OrderMailText } from "../mail.ts";
import { defineOrderMail, describeMoney, type OrderMail, orderSentences } from "../order-mail.ts";
import { createSampleRefund } from "../samples.ts";

/** The delay of this mail in ms. The reason for the cancellation can change soon after the event. */
const CANCELLED_MAIL_WAIT = MINUTE;

/** After an approved request, the customer gets the mail about the owner's decision instead of this one. */
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
  write(mail) {
    if (mail.order.orderStatus !== "Cancelled") return null;
    const text = writeText(mail);
    return text && { facts: mail.orderFacts, goods: mail.pieces, ...text };
  },
});

function writeText(mail: OrderMail): OrderMailText | null {
  const { order, cancelledBecause, paymentHref } = mail;
  if (cancelledBecause === "unpaid") return order.cash ? writeUnconfirmedMail(mail) : writeExpiredMail(mail);
  if (cancelledBecause === "refused") return writeRefusedMail(mail);
  if (cancelledBecause !== "shop") return null;
  return paymentHref !== null && order.invoicedAt === undefined && !wasPaid(order.paymentStatus)
    ? writeUnpaidCancellationMail(mail)
    : writeCannotFulfilMail(mail);
}

const action = { label: "Back to the shop", href: links.products() };

function writeExpiredMail(mail: OrderMail): OrderMailText | null {
  // An order that was paid too late gets the mail about its refund instead.
  if (wasPaid(mail.order.paymentStatus)) return null;
  return {
    action,
    subject: `Order ${mail.orderId} was not paid in time`,
    preview: "Nothing was charged.",
    words: "order-expired",
    heading: "Your order was not paid in time",
    paragraphs: describeExpiry(mail),
    footnote:
      "Did you pay? Your money is safe: we'll either restore the order or refund you, and e-mail you about it.",
  };
}

const writeUnconfirmedMail = (mail: OrderMail): OrderMailText => ({
  action,
  words: "order-unconfirmed",
  subject: `Order ${mail.orderId} was not confirmed in time`,
  preview: orderSentences.nothingToPay,
  heading: "Your order was not confirmed in time",
  paragraphs: describeExpiry(mail),
});

const describeExpiry = ({ order, nextStep }: OrderMail) => [
  nextStep,
  order.cancellation?.status === "Pending" && "Your cancellation request is closed too.",
];

const writeRefusedMail = ({ orderId, orderFacts, creditNote, href }: OrderMail): OrderMailText => ({
  action,
  subject: `Order ${orderId}: your parcel came back to us`,
  preview: "The order is cancelled, and there is nothing to pay.",
  words: "order-refused",
  heading: "Your parcel came back to us",
  paragraphs: [
    "The courier could not deliver your parcel, so we have cancelled your order. There is nothing to pay.",
  ],
  facts: [...orderFacts, { label: "Credit note", value: creditNote, href }],
  footnote: "Do you still want the pieces, or did the delivery go wrong? Reply to this e-mail.",
});

const writeUnpaidCancellationMail = ({ orderId }: OrderMail): OrderMailText => ({
  action,
  words: null,
  subject: `Order ${orderId} is cancelled`,
  preview: "Nothing was charged.",
  heading: "Your order is cancelled",
  paragraphs: ["Your order was not paid, and nothing was charged. The link to pay no longer works."],
  footnote: "Questions? Reply to this e-mail.",
});

function writeCannotFulfilMail(mail: OrderMail): OrderMailText {
  const money = describeMoney(mail);
  return {
    subject: `Order ${mail.orderId} is cancelled`,
    preview: "We are sorry. Here is what happens to your payment.",
    words: "order-cancelled",
    heading: "We are sorry: your order is cancelled",
    fields: { money: money.join(" ") },
    paragraphs: ["We cannot send what you ordered, so we had to cancel your order.", ...money],
    footnote: orderSentences.another,
  };
}
