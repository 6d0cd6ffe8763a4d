import { readAmount, readFields, readId, isObject, findList, readEntries, readText } from "#contract/read.ts";
import { getCancellationDeadline } from "./cancellation.ts";
import { type Order, orderFallbacks } from "./order.ts";
import {
  parseAmounts,
  parseBuyer,
  parseCancellation,
  parseContact,
  parseItem,
  parseShippingAddress,
} from "./order-fields.ts";

/**
 * An order as an answer has it (§3, D101): whatever is missing gets what the page says or computes without it. Null for
 * what has no id. `now` stands in for the server's time where that is not said.
 */
export function parseOrder(given: unknown, now = new Date()): Order | null {
  const fields = readFields(given);
  const _id = readId(fields["_id"], fields["id"], fields["orderId"]);
  if (!_id) return null;
  const userId = parseBuyer(fields["userId"]);
  const createdAt = readText(fields["createdAt"]);
  return {
    // What only our own server sends.
    ...(fields as Partial<Order>),
    _id,
    orderId: readText(fields["orderId"]) || _id,
    createdAt,
    paymentStatus: readText(fields["paymentStatus"]) || orderFallbacks.paymentStatus,
    paymentMethod: readText(fields["paymentMethod"]),
    orderStatus: readText(fields["orderStatus"]),
    ...parseAmounts(fields),
    items: readEntries(fields["items"], parseItem),
    shippingAddress: parseShippingAddress(fields["shippingAddress"]),
    userId,
    contact: parseContact(fields["contact"], userId),
    cancellation: parseCancellation(fields["cancellation"]),
    refundAmount: fields["refundAmount"] === undefined ? undefined : readAmount(fields["refundAmount"]),
    payableUntil: readText(fields["payableUntil"]) || undefined,
    cancellableUntil: readText(fields["cancellableUntil"]) || toIsoText(getCancellationDeadline(createdAt)),
    serverTime: readText(fields["serverTime"]) || toIsoText(now),
  };
}

/** The order in an answer; null where it carries none (§7). */
export const parseOrderBody = (body: unknown): { order: Order | null } => ({
  order: parseOrder(readFields(body)["order"]),
});

/** The same where a text in its place, such as an error page, is not an answer. */
export const parseShownOrder = (body: unknown): { order: Order | null } | undefined =>
  body === undefined ? undefined : parseOrderBody(body);

/** The answer to an order that was sent (§7): it need not carry the order. */
export const parsePlacedOrder = (body: unknown): { order: Order | null; replayed: boolean } | undefined =>
  body === undefined
    ? undefined
    : { ...parseOrderBody(body), replayed: readFields(body)["replayed"] === true };

/** The customer's orders as they were answered (§7), none where there is no list; undefined for what is not JSON. */
export function parseOrders(body: unknown): { orders: Order[] } | undefined {
  if (!isObject(body) && !Array.isArray(body)) return undefined;
  const now = new Date();
  return { orders: readEntries(findList(body, "orders"), (order) => parseOrder(order, now)) };
}

const toIsoText = (moment: Date): string => (Number.isNaN(moment.getTime()) ? "" : moment.toISOString());
