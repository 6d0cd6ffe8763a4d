import { formatDateTime } from "#contract/dates.ts";
import { findCancellationRefusal, getCancellationDeadline } from "#shop/orders/cancellation.ts";
import { orderPaid } from "#shop/orders/events.ts";
import { awaitsCash } from "#shop/orders/status.ts";
import { getRules } from "#shop/policies/rules.ts";
import { writeProcessing } from "#shop/policies/shipping-texts.ts";
import type { OrderMailInput, OrderMailText } from "../mail.ts";
import {
  defineOrderMail,
  formatPayable,
  getGoods,
  getOrderHref,
  getShipTo,
  listCashFacts,
  listExpectedDelivery,
  listOrderFacts,
  listPaymentFacts,
  orderSentences,
} from "../order-mail.ts";

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
  write(mailData, { cameBack = false }): OrderMailText | null {
    const { order } = mailData;
    const isDue = awaitsCash(order) && order.orderStatus === "Processing";
    if ((order.paymentStatus !== "Completed" && !isDue) || order.orderStatus === "Cancelled") return null;
    const isFree = mailData.sold.payable === 0;
    const paid = isFree
      ? "There was nothing to pay, so we start packing right away."
      : order.cash
        ? `You pay ${formatPayable(mailData)} in cash when your parcel arrives. Please have the money ready.`
        : `We have received your payment of ${formatPayable(mailData)}.`;
    return {
      subject: `Order ${order.orderId} is confirmed`,
      preview: isFree
        ? "There was nothing to pay."
        : order.cash
          ? `${formatPayable(mailData)} to pay in cash when your parcel arrives. Your invoice is ready.`
          : `We have received ${formatPayable(mailData)}. Your invoice is ready.`,
      words: order.cash ? "order-confirmed" : "order-paid",
      heading: "Thank you, your order is confirmed",
      ...(!order.cash && { fields: { paid: formatPayable(mailData) } }),
      paragraphs: [
        paid,
        ...(cameBack
          ? [
              "It arrived after the deadline, but your pieces were still in stock, so your order is confirmed.",
            ]
          : []),
      ],
      facts: [
        ...listOrderFacts(mailData),
        ...(isDue ? listCashFacts(mailData) : listPaymentFacts(order)),
        ...(order.invoiceNumber
          ? [{ label: "Invoice", value: order.invoiceNumber, href: getOrderHref(order) }]
          : []),
        ...(order.placeOfSupply ? [{ label: "Place of supply", value: order.placeOfSupply }] : []),
        ...(order.gift ? [{ label: "Gift", value: "Wrapped, without prices in the parcel" }] : []),
        ...listExpectedDelivery(mailData),
      ],
      action: { label: "Your order and invoice", href: getOrderHref(order) },
      goods: getGoods(mailData),
      shipTo: getShipTo(mailData),
      next: {
        sentences: [
          writeProcessing(getRules(order.promised)),
          orderSentences.tracking,
          ...describeCancellationDeadline(mailData),
        ],
      },
    };
  },
});

function describeCancellationDeadline({ order, now }: OrderMailInput): string[] {
  if (findCancellationRefusal(order, now) !== null) return [];
  const deadline = formatDateTime(getCancellationDeadline(order));
  return [`Changed your mind? You can ask us to cancel the order on its page until ${deadline}.`];
}
