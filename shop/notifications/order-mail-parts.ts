import { links } from "#contract/links.ts";
import { formatRupeesGrouped, toPaise } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import { narrowHref, resolveImage } from "#shop/media/pictures.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { getPaymentMethod, getItemTitle, type Order } from "#shop/orders/order.ts";
import { listShipToLines } from "#shop/orders/recipient.ts";
import { toPrintable } from "#contract/text.ts";
import { calculateOrderFacts, listTotals } from "#shop/invoices/invoice.ts";
import { wasPaid } from "#shop/orders/status.ts";
import type { OrderMailData } from "#shop/orders/order-mail-data.ts";
import { returnMessages } from "#shop/policies/returns.ts";
import type { Goods, MailContent, MailFact } from "./mail.ts";

/** What a mail about an order is written from; `seller` as far as known. */
export interface OrderNews extends OrderMailData {
  seller: Seller | null;
  now: Date;
}

/** What all mails about an order have in common. */
export const buildOrderMail = ({
  order,
  trackingHref,
}: OrderNews): Pick<MailContent, "to" | "why" | "otherWay"> => ({
  to: order.contact.firstName,
  why: `You get this mail because of your order ${order.orderId}.`,
  otherWay: { label: "See how far it is, without logging in", href: trackingHref },
});

export const getOrderHref = ({ orderId }: Pick<Order, "orderId">): string => links.orderDetails(orderId);

/** The order's number, leading to its page, and when it was placed. */
export const listOrderFacts = ({ order }: OrderNews): MailFact[] => [
  { label: "Order", value: order.orderId, href: getOrderHref(order) },
  { label: "Placed", value: formatDateTime(order.createdAt) },
];

/** Pieces and sums as the invoice has them; shipping is free everywhere (D9). */
export function getGoods({ order, seller }: OrderNews): Goods {
  const totals = listTotals(calculateOrderFacts(order, seller), order.taxRates);
  return {
    items: order.items.map((item) => {
      const picture = item.productId.images[0]?.url;
      return {
        title: toPrintable(getItemTitle(item)),
        quantity: String(item.quantity),
        price: formatAmount(item.price),
        total: formatRupeesGrouped(toPaise(item.price) * item.quantity),
        ...(picture && { picture: resolveImage(narrowHref(picture)) }),
      };
    }),
    totals: [...totals.slice(0, -1), { label: "Shipping", value: "Free" }, ...totals.slice(-1)],
  };
}

/** The pieces alone, where it is not about their price any more. */
export const getPieces = (news: OrderNews): Goods => ({ ...getGoods(news), totals: [] });

export const getShipTo = ({ order }: OrderNews): string[] => listShipToLines(order);

/** `₹2,022.64`: mails group amounts the Indian way, as documents do (D7). */
export const formatAmount = (inRupees: number | undefined): string => formatRupeesGrouped(toPaise(inRupees));

/** How it was paid, where that is known. */
export const listPaymentFacts = (order: Order): MailFact[] =>
  order.paymentMethod ? [{ label: "Paid by", value: getPaymentMethod(order) }] : [];

/** What a cancellation means for the customer's money. */
export function describeMoney({ order }: OrderNews): string[] {
  const { paymentStatus, refundAmount, grandTotal } = order;
  if (!wasPaid(paymentStatus)) return ["It was never paid, so nothing was charged."];
  if (toPaise(grandTotal) === 0) return ["There was nothing to pay, so nothing has to go back."];
  const part =
    toPaise(refundAmount) < toPaise(grandTotal) ? `, of the ${formatAmount(grandTotal)} you paid` : "";
  return [
    `${formatAmount(refundAmount)} goes back to you${part}. ${returnMessages.refund}`,
    ...(paymentStatus === "Refunded" ? [] : ["We write to you again when the money is on its way."]),
  ];
}
