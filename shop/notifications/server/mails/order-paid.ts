import { formatDateTime } from "#contract/dates.ts";
import { findCancellationRefusal, getCancellationDeadline } from "#shop/orders/cancellation.ts";
import { orderPaid } from "#shop/orders/events.ts";
import { awaitsCash } from "#shop/orders/status.ts";
import { writeProcessing } from "#shop/policies/sentences.ts";
import { defineOrderMail, getGoods, type OrderMail, orderSentences } from "../order-mail.ts";

export const orderPaidMail = defineOrderMail(orderPaid, "order-paid", {
  paper: "invoice",
  kinds: {
    "order-paid": { when: "an order is paid or has nothing to pay; the e-mail has the invoice" },
    "order-confirmed": {
      when: "a cash-on-delivery order is confirmed; the e-mail has the invoice",
      only: ({ order }) => order.cash !== undefined,
      sample: () => ({ order: { paymentStatus: "Pending", cash: {} } }),
    },
  },
  write(mail, { cameBack = false }) {
    const { order, href } = mail;
    const isDue = awaitsCash(order) && order.orderStatus === "Processing";
    if ((order.paymentStatus !== "Completed" && !isDue) || order.orderStatus === "Cancelled") return null;
    const { preview, paid } = describePayment(mail);
    return {
      subject: `Order ${mail.orderId} is confirmed`,
      preview,
      words: order.cash ? "order-confirmed" : "order-paid",
      heading: "Thank you, your order is confirmed",
      ...(!order.cash && { fields: { paid: mail.payable } }),
      paragraphs: [
        paid,
        cameBack &&
          "It arrived after the deadline, but your pieces were still in stock, so your order is confirmed.",
      ],
      facts: [
        ...mail.orderFacts,
        isDue ? mail.cashFact : mail.paidBy,
        { label: "Invoice", value: order.invoiceNumber, href },
        { label: "Place of supply", value: order.placeOfSupply },
        { label: "Gift", value: order.gift && "Wrapped, without prices in the parcel" },
        ...mail.deliveryFacts,
      ],
      action: { label: "Your order and invoice", href },
      goods: getGoods(mail),
      shipTo: mail.shipTo,
      next: [writeProcessing(mail.rules), orderSentences.tracking, describeCancellationDeadline(mail)],
    };
  },
});

function describePayment({ order, sold, payable }: OrderMail): { preview: string; paid: string } {
  if (sold.payable === 0)
    return {
      preview: "There was nothing to pay.",
      paid: "There was nothing to pay, so we start packing right away.",
    };
  if (order.cash)
    return {
      preview: `${payable} to pay in cash when your parcel arrives. Your invoice is ready.`,
      paid: `You pay ${payable} in cash when your parcel arrives. Please have the money ready.`,
    };
  return {
    preview: `We have received ${payable}. Your invoice is ready.`,
    paid: `We have received your payment of ${payable}.`,
  };
}

function describeCancellationDeadline({ order, now }: OrderMail): string | null {
  if (findCancellationRefusal(order, now) !== null) return null;
  const deadline = formatDateTime(getCancellationDeadline(order));
  return `Changed your mind? You can ask us to cancel the order on its page until ${deadline}.`;
}
