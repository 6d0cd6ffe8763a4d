import { formatDateTime } from "#contract/dates.ts";
import { getCancellationDeadline, findCancellationRefusal } from "#shop/orders/cancellation.ts";
import { isPayable } from "#shop/orders/status.ts";
import { shippingMessages } from "#shop/policies/shipping.ts";
import {
  buildOrderMail,
  formatAmount,
  getGoods,
  listOrderFacts,
  getOrderHref,
  type OrderNews,
  listPaymentFacts,
  getShipTo,
} from "./order-mail-parts.ts";
import type { MailContent } from "./mail.ts";
import { listExpectedDelivery } from "./delivery-mails.ts";

/*
 * Each mail about an order, or null when it is not true (any more): a mail that was held up says nothing
 * that has been overtaken.
 */

/** Placed, and still to be paid (D60). A customer who pays at once never gets it. */
export function writePlacedMail(news: OrderNews): MailContent | null {
  const { order, payUntil } = news;
  if (!isPayable(order)) return null;
  const until = formatDateTime(payUntil);
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId}: your pieces are set aside`,
    preview: `${formatAmount(order.grandTotal)} to pay until ${until}.`,
    heading: "Your pieces are set aside",
    paragraphs: [
      `Thank you for your order. It is not paid yet: we hold your pieces until ${until}, Indian time.`,
      "You have just paid? Then there is nothing to do. Our confirmation is on its way.",
    ],
    facts: [...listOrderFacts(news), { label: "To pay", value: formatAmount(order.grandTotal) }],
    action: { label: `Pay ${formatAmount(order.grandTotal)}`, href: getOrderHref(order) },
    goods: getGoods(news),
    shipTo: getShipTo(news),
    next: {
      sentences: [
        "As soon as it is paid we confirm your order and send you the invoice.",
        "Unpaid by then, it lapses by itself and nothing is charged.",
      ],
    },
  };
}

/** Paid, with the way to the invoice; `cameBack` when the money came after the order had lapsed. */
export function writePaidMail(news: OrderNews, { cameBack = false } = {}): MailContent | null {
  const { order } = news;
  if (order.paymentStatus !== "Completed" || order.orderStatus === "Cancelled") return null;
  const isFree = order.grandTotal === 0;
  return {
    ...buildOrderMail(news),
    subject: `Order ${order.orderId} is confirmed`,
    preview: isFree
      ? "There was nothing to pay."
      : `${formatAmount(order.grandTotal)} has arrived. Your invoice is ready.`,
    heading: "Thank you, your order is confirmed",
    paragraphs: [
      isFree
        ? "There was nothing to pay, so we begin right away."
        : `Your payment of ${formatAmount(order.grandTotal)} has arrived.`,
      ...(cameBack
        ? ["It came after we had let the order go. Your pieces were still here, so all is as you wanted it."]
        : []),
    ],
    facts: [
      ...listOrderFacts(news),
      ...listPaymentFacts(order),
      ...(order.invoiceNumber
        ? [{ label: "Invoice", value: order.invoiceNumber, href: getOrderHref(order) }]
        : []),
      ...(order.placeOfSupply ? [{ label: "Place of supply", value: order.placeOfSupply }] : []),
      ...listExpectedDelivery(news),
    ],
    action: { label: "Your order and invoice", href: getOrderHref(order) },
    goods: getGoods(news),
    shipTo: getShipTo(news),
    next: {
      sentences: [
        shippingMessages.processing,
        "When the parcel leaves the workshop we send you its tracking number.",
        ...describeCancellationDeadline(news),
      ],
    },
  };
}

function describeCancellationDeadline({ order, now }: OrderNews): string[] {
  if (findCancellationRefusal(order, now) !== null) return [];
  const until = formatDateTime(getCancellationDeadline(order.createdAt));
  return [`Changed your mind? On its page you can ask us to cancel the order until ${until}.`];
}
