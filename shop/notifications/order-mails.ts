import { links } from "#contract/links.ts";
import { shopDateTime } from "#contract/time.ts";
import { cancellableUntil, cancellationRefusals, whyNotCancellable } from "#shop/orders/cancellation.ts";
import { printable } from "#shop/orders/invoice.ts";
import { expectedDelivery, whatHappensNext } from "#shop/orders/progress.ts";
import { isPayable } from "#shop/orders/status.ts";
import { returnMessages } from "#shop/policies/returns.ts";
import { shippingMessages } from "#shop/policies/shipping.ts";
import {
  aboutOrder,
  amount,
  goodsOf,
  orderFacts,
  orderHref,
  type OrderNews,
  paidBy,
  piecesOf,
  shipToOf,
} from "./about-order.ts";
import { GOOD_TO_KNOW, type MailContent, type MailFact } from "./mail.ts";

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

/** On its way, with whom and under which number (D67). */
export function dispatchedMail(news: OrderNews): MailContent | null {
  const { order } = news;
  const { tracking } = order;
  if (!tracking || order.orderStatus !== "Processing") return null;
  const { link } = tracking;
  return {
    ...aboutOrder(news),
    subject: `Order ${order.orderId} is on its way`,
    preview: `With ${printable(tracking.courier)}, number ${printable(tracking.number)}.`,
    heading: "Your parcel has left the workshop",
    paragraphs: ["We have checked every piece by hand and packed it. Now it is on its way to you."],
    facts: [
      { label: "Courier", value: printable(tracking.courier) },
      { label: "Tracking number", value: printable(tracking.number), ...(link && { href: link }) },
      ...expected(news),
      ...orderFacts(news).slice(0, 1),
    ],
    action: link
      ? { label: "Follow your parcel", href: link }
      : { label: "See your order", href: orderHref(order) },
    goods: piecesOf(news),
    shipTo: shipToOf(news),
    next: {
      sentences: [
        "Please look at the pieces as soon as the parcel is there, and keep its packaging until you have.",
        returnMessages.report,
        cancellationRefusals.dispatched,
      ],
    },
  };
}

/** Arrived. */
export function deliveredMail(news: OrderNews): MailContent | null {
  const { order, deliveredAt } = news;
  if (order.orderStatus !== "Delivered") return null;
  return {
    ...aboutOrder(news),
    subject: `Order ${order.orderId} has arrived`,
    preview: "Is everything as it should be? Here is what to do if not.",
    heading: "Your parcel has arrived",
    paragraphs: [whatHappensNext(order)],
    facts: [
      ...orderFacts(news).slice(0, 1),
      ...(deliveredAt ? [{ label: "Delivered", value: shopDateTime(deliveredAt) }] : []),
    ],
    action: { label: "Tell others about it", href: links.feedback },
    goods: piecesOf(news),
    next: { title: GOOD_TO_KNOW, sentences: [returnMessages.report, returnMessages.warranty] },
  };
}

const expected = ({ order }: OrderNews): MailFact[] => {
  const dates = expectedDelivery(order);
  return dates === null ? [] : [{ label: "Expected delivery", value: dates }];
};

function untilWhenCancellable({ order, now }: OrderNews): string[] {
  if (whyNotCancellable(order, now) !== null) return [];
  const until = shopDateTime(cancellableUntil(order.createdAt));
  return [`Changed your mind? On its page you can ask us to cancel the order until ${until}.`];
}
