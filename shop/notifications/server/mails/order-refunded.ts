import { formatRupeesGrouped } from "#contract/money.ts";
import { toPrintable } from "#contract/text.ts";
import { orderRefunded } from "#shop/orders/events.ts";
import { CASH_REFUND_METHOD } from "#shop/policies/sentences.ts";
import type { OrderMailInput } from "../mail.ts";
import { defineOrderMail } from "../order-mail.ts";
import { createSampleRefund } from "../samples.ts";

export const orderRefundedMail = defineOrderMail(orderRefunded, "order-refunded", {
  paper: "credit-note",
  kinds: {
    "order-refunded-by-hand": {
      when: "you refund a cash-on-delivery order yourself; the e-mail has your reference and the credit note",
      only: ({ order, sentBack }) => order.paymentStatus === "Refunded" && sentBack.length > 0,
      payload: createPayload,
      sample: ({ sold }) => ({
        order: {
          orderStatus: "Delivered",
          paymentStatus: "Refunded",
          paymentMethod: "cash on delivery",
          cash: {},
        },
        sold: { ...sold, refundAmount: sold.payable },
        creditNote: "CN26-27/000000",
        sentBack: [{ refundId: "00000000-0000-7000-8000-000000000000", reference: "UPI 428812345678" }],
      }),
    },
    "order-refunded": {
      when: "the payment provider has sent a refund; the e-mail has the credit note",
      only: ({ order }) => order.paymentStatus === "Refunded",
      payload: createPayload,
      sample: (usual) => ({
        ...createSampleRefund(usual, "customer", { paymentStatus: "Refunded" }),
        creditNote: "CN26-27/000000",
      }),
    },
  },
  /** The credit note is attached if there was an invoice (D92). */
  write(mail, { amountPaise = 0, creditNote, refundId }) {
    const { order, sentBack, href } = mail;
    // The refund in the event was sent, so `Refunding` means that another refund is pending.
    if (order.paymentStatus !== "Refunded" && order.paymentStatus !== "Refunding") return null;
    const amount = formatRupeesGrouped(amountPaise);
    const { refund } = mail.returns;
    const sent = sentBack.find((each) => each.refundId === refundId) ?? sentBack.at(-1);
    const reference = sent && toPrintable(sent.reference);
    const method = reference ? ` ${CASH_REFUND_METHOD}, under the reference ${reference}` : "";
    return {
      subject: `${amount} is on its way back to you`,
      preview: `For order ${mail.orderId}. ${refund}`,
      words: reference ? "order-refunded-by-hand" : "order-refunded",
      heading: "Your money is on its way",
      paragraphs: [
        order.invoiceNumber
          ? `We have sent ${amount} back for your ${order.orderStatus === "Cancelled" ? "cancelled " : ""}order${method}.`
          : `Your payment arrived too late, when we could no longer fulfil the order, so we have sent it back in full: ${amount}.`,
        refund,
      ],
      facts: [
        { label: "Amount", value: amount },
        { label: "Reference", value: reference },
        mail.orderFact,
        mail.paidBy,
        { label: "Credit note", value: creditNote, href },
        { label: "Invoice", value: order.invoiceNumber },
      ],
      footnote:
        "Your bank may need a few days to show the refund. If it does not arrive, reply to this e-mail.",
    };
  },
});

function createPayload({ sold, creditNote }: OrderMailInput) {
  return { amountPaise: sold.refundAmount ?? 0, ...(creditNote && { creditNote }) };
}
