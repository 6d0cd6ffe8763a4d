import { shopDateTime } from "#contract/dates.ts";
import { cancellableUntil, whyNotCancellable } from "#shop/orders/cancellation.ts";
import { isPayable } from "#shop/orders/status.ts";
import { shippingMessages } from "#shop/policies/shipping.ts";
import {
  aboutOrder,
  amount,
  goodsOf,
  orderFacts,
  orderHref,
  type OrderNews,
  paidBy,
  shipToOf,
} from "./about-order.ts";
import type { MailContent } from "./mail.ts";
import { expected } from "./delivery-mails.ts";

/*
 * Each letter of the way of an order, or null when it is not true (any more): a mail that was held up says nothing
 * that has been overtaken.
 */

/** Placed, and still to be paid (D60). Anyone who pays at once never gets it. */
export function placedMail(news: OrderNews): MailContent | null {
  const { order, payUntil } = news;
  if (!isPayable(order)) return null;
  const until = shopDateTime(payUntil);
  return {
    ...aboutOrder(news),
    subject: `Order ${order.orderId}: your pieces are set aside`,
    preview: `${amount(order.grandTotal)} to pay until ${until}.`,
    heading: "Your pieces are set aside",
    paragraphs: [
      `Thank you for your order. It is not paid yet: we hold your pieces until ${until}, Indian time.`,
      "You have just paid? Then there is nothing to do. Our confirmation is on its way.",
    ],
    facts: [...orderFacts(news), { label: "To pay", value: amount(order.grandTotal) }],
    action: { label: `Pay ${amount(order.grandTotal)}`, href: orderHref(order) },
    goods: goodsOf(news),
    shipTo: shipToOf(news),
    next: {
      sentences: [
        "As soon as it is paid we confirm your order and send you the invoice.",
        "Unpaid by then, it lapses by itself and nothing is charged.",
      ],
    },
  };
}

/** Paid, with the way to the invoice; `cameBack` when the money came after the order had lapsed. */
export function paidMail(news: OrderNews, { cameBack = false } = {}): MailContent | null {
  const { order } = news;
  if (order.paymentStatus !== "Completed" || order.orderStatus === "Cancelled") return null;
  const isFree = order.grandTotal === 0;
  return {
    ...aboutOrder(news),
    subject: `Order ${order.orderId} is confirmed`,
    preview: isFree
      ? "There was nothing to pay."
      : `${amount(order.grandTotal)} has arrived. Your invoice is ready.`,
    heading: "Thank you, your order is confirmed",
    paragraphs: [
      isFree
        ? "There was nothing to pay, so we begin right away."
        : `Your payment of ${amount(order.grandTotal)} has arrived.`,
      ...(cameBack
        ? ["It came after we had let the order go. Your pieces were still here, so all is as you wanted it."]
        : []),
    ],
    facts: [
      ...orderFacts(news),
      ...paidBy(order),
      ...(order.invoiceNumber
        ? [{ label: "Invoice", value: order.invoiceNumber, href: orderHref(order) }]
        : []),
      ...expected(news),
    ],
    action: { label: "Your order and invoice", href: orderHref(order) },
    goods: goodsOf(news),
    shipTo: shipToOf(news),
    next: {
      sentences: [
        shippingMessages.processing,
        "When the parcel leaves the workshop we send you its tracking number.",
        ...untilWhenCancellable(news),
      ],
    },
  };
}

function untilWhenCancellable({ order, now }: OrderNews): string[] {
  if (whyNotCancellable(order, now) !== null) return [];
  const until = shopDateTime(cancellableUntil(order.createdAt));
  return [`Changed your mind? On its page you can ask us to cancel the order until ${until}.`];
}
