import { amountOf, fieldsOf, idOf, isObject, listIn, listOf, textOf } from "#contract/read.ts";
import { cancellableUntil } from "./cancellation.ts";
import { type Order, orderFallbacks } from "./order.ts";
import {
  amountsFrom,
  buyerFrom,
  cancellationFrom,
  contactFrom,
  itemFrom,
  shippingAddressFrom,
} from "./order-fields.ts";

/**
 * An order as an answer has it (§3, D101): whatever is missing gets what the page says or computes without it. Null for
 * what has no id. `now` stands in for the server's time where that is not said.
 */
export function orderFrom(given: unknown, now = new Date()): Order | null {
  const fields = fieldsOf(given);
  const _id = idOf(fields["_id"], fields["id"], fields["orderId"]);
  if (!_id) return null;
  const userId = buyerFrom(fields["userId"]);
  const createdAt = textOf(fields["createdAt"]);
  return {
    // What only our own server sends.
    ...(fields as Partial<Order>),
    _id,
    orderId: textOf(fields["orderId"]) || _id,
    createdAt,
    paymentStatus: textOf(fields["paymentStatus"]) || orderFallbacks.paymentStatus,
    paymentMethod: textOf(fields["paymentMethod"]),
    orderStatus: textOf(fields["orderStatus"]),
    ...amountsFrom(fields),
    items: listOf(fields["items"], itemFrom),
    shippingAddress: shippingAddressFrom(fields["shippingAddress"]),
    userId,
    contact: contactFrom(fields["contact"], userId),
    cancellation: cancellationFrom(fields["cancellation"]),
    refundAmount: fields["refundAmount"] === undefined ? undefined : amountOf(fields["refundAmount"]),
    payableUntil: textOf(fields["payableUntil"]) || undefined,
    cancellableUntil: textOf(fields["cancellableUntil"]) || isoText(cancellableUntil(createdAt)),
    serverTime: textOf(fields["serverTime"]) || isoText(now),
  };
}

/** The order in an answer; null where it carries none (§7). */
export const orderIn = (body: unknown): { order: Order | null } => ({
  order: orderFrom(fieldsOf(body)["order"]),
});

/** The same where a text in its place, such as an error page, is no answer. */
export const shownOrderIn = (body: unknown): { order: Order | null } | undefined =>
  body === undefined ? undefined : orderIn(body);

/** The answer to an order that was sent (§7): it need not carry the order. */
export const placedOrderIn = (body: unknown): { order: Order | null; replayed: boolean } | undefined =>
  body === undefined ? undefined : { ...orderIn(body), replayed: fieldsOf(body)["replayed"] === true };

/** The customer's orders as they were answered (§7), none where there is no list; undefined for what is no JSON. */
export function ordersIn(body: unknown): { orders: Order[] } | undefined {
  if (!isObject(body) && !Array.isArray(body)) return undefined;
  const now = new Date();
  return { orders: listOf(listIn(body, "orders"), (order) => orderFrom(order, now)) };
}

const isoText = (moment: Date): string => (Number.isNaN(moment.getTime()) ? "" : moment.toISOString());
