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
export const writePlacedMail = (news: OrderNews): MailContent | null =>
  writeUnpaidMail(news, (until) => ({
    subject: `Order ${news.order.orderId}: your pieces are set aside`,
    heading: "Your pieces are set aside",
    paragraphs: [
      `Thank you for your order. It is not paid yet: we hold your pieces until ${until}, Indian time.`,
      "You have just paid? Then there is nothing to do. Our confirmation is on its way.",
    ],
    href: getOrderHref(news.order),
  }));

/** Taken by phone: its customer pays by the link, without logging in. The account may be as new as the order. */
export function writeTakenMail(news: OrderNews): MailContent | null {
  const { order, paymentHref: href } = news;
  if (href === null) return null;
  return writeUnpaidMail(news, (until) => ({
    subject: `Order ${order.orderId}: please pay by ${until}`,
    heading: "Your order by phone",
    paragraphs: [
      `Thank you for your call. We hold your pieces until ${until}, Indian time. The button below opens a page on which you pay; you need not log in.`,
    ],
    href,
    footnote:
      "Is something not as you said it? Answer this mail before you pay. Your orders are also there when you log in with this address; 'Forgot password' sets a password if you have none yet.",
  }));
}

interface UnpaidWords extends Pick<MailContent, "subject" | "heading" | "paragraphs" | "footnote"> {
  /** Where it is paid. */
  href: string;
}

function writeUnpaidMail(news: OrderNews, describe: (until: string) => UnpaidWords): MailContent | null {
  const { order, payUntil } = news;
  if (!isPayable(order)) return null;
  const until = formatDateTime(payUntil);
  const { href, ...words } = describe(until);
  return {
    ...buildOrderMail(news),
    ...words,
    preview: `${formatAmount(order.grandTotal)} to pay until ${until}.`,
    facts: [...listOrderFacts(news), { label: "To pay", value: formatAmount(order.grandTotal) }],
    action: { label: `Pay ${formatAmount(order.grandTotal)}`, href },
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
