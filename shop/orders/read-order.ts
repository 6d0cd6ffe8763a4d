import {
  readAmount,
  readFields,
  readId,
  isObject,
  findList,
  readEntries,
  readText,
  readTexts,
  readNumber,
} from "#contract/read.ts";
import { getCancellationDeadline } from "./cancellation.ts";
import type { Cancellation, Order, OrderItem, Tracking } from "./order.ts";
import { orderFallbacks } from "./status.ts";
import { parseImage, readTitle } from "#shop/catalogue/read-product.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";

/** Parses an order in a response and fills in missing fields (§3, D101). Null if the id is missing. */
export function parseOrder(value: unknown, now = new Date()): Order | null {
  const fields = readFields(value);
  const _id = readId(fields["_id"], fields["id"], fields["orderId"]);
  if (!_id) return null;
  const ownFields = readOwnFields(fields);
  const userId = parseBuyer(fields["userId"]);
  const createdAt = readText(fields["createdAt"]);
  const deadline = getCancellationDeadline({ createdAt, promised: ownFields.promised });
  return {
    ...ownFields,
    _id,
    orderId: readText(fields["orderId"]) || _id,
    createdAt,
    paymentStatus: readText(fields["paymentStatus"]) || orderFallbacks.paymentStatus,
    paymentMethod: readText(fields["paymentMethod"]),
    orderStatus: readText(fields["orderStatus"]),
    ...parseAmounts(fields),
    items: readEntries(fields["items"], parseItem),
    shippingAddress: readTexts(fields["shippingAddress"], addressFields),
    userId,
    // Other backends may also send the name entered at the checkout (D61) and the tracking number (D67).
    contact:
      ownFields.contact ?? readTexts(isObject(fields["contact"]) ? fields["contact"] : userId, contactFields),
    tracking: ownFields.tracking ?? parseTracking(fields["tracking"]),
    cancellation: parseCancellation(fields["cancellation"]),
    refundAmount: fields["refundAmount"] === undefined ? undefined : readAmount(fields["refundAmount"]),
    cancellableUntil: ownFields.cancellableUntil ?? toIsoText(deadline),
    serverTime: ownFields.serverTime ?? toIsoText(now),
  };
}

/**
 * Returns the unchecked fields of an order from this shop's server: only this server sends `serverTime`. Otherwise
 * returns an empty object, because another backend may give other meanings to these fields (D101).
 */
const readOwnFields = (fields: ReturnType<typeof readFields>): Partial<Order> =>
  readText(fields["serverTime"]) ? fields : {};

/** Parses a response about an order. `order` is null if the response does not contain the order (§7). */
export const parseOrderBody = (body: unknown): { order: Order | null } => ({
  order: parseOrder(readFields(body)["order"]),
});

/** Parses a response about an order. Undefined if the body is not JSON, for example an error page. */
export const parseShownOrder = (body: unknown): { order: Order | null } | undefined =>
  body === undefined ? undefined : parseOrderBody(body);

/** Parses the response to a new order, which may not contain the order (§7). Undefined if it has no JSON body. */
export const parsePlacedOrder = (body: unknown): { order: Order | null; replayed: boolean } | undefined =>
  body === undefined
    ? undefined
    : { ...parseOrderBody(body), replayed: readFields(body)["replayed"] === true };

/** Parses the list of the customer's orders (§7). Undefined if the body is neither an object nor an array. */
export function parseOrders(body: unknown): { orders: Order[] } | undefined {
  if (!isObject(body) && !Array.isArray(body)) return undefined;
  const now = new Date();
  return { orders: readEntries(findList(body, "orders"), (order) => parseOrder(order, now)) };
}

const toIsoText = (date: Date): string => (Number.isNaN(date.getTime()) ? "" : date.toISOString());

function parseAmounts(fields: ReturnType<typeof readFields>) {
  const [totalAmount, discount] = [readAmount(fields["totalAmount"]), readAmount(fields["discount"])];
  const [cgst, sgst] = [readAmount(fields["cgst"]), readAmount(fields["sgst"])];
  // Another backend may send 0 or null for free shipping.
  const shipping = readAmount(fields["shipping"]) || undefined;
  return {
    totalAmount,
    discount,
    cgst,
    sgst,
    shipping,
    subtotal: readAmount(fields["subtotal"], totalAmount - cgst - sgst - (shipping ?? 0)),
    grandTotal: readAmount(fields["grandTotal"], totalAmount - discount),
    taxRates: parseRates(fields["taxRates"]),
  };
}

function parseRates(value: unknown) {
  const { cgst, sgst } = readFields(value);
  return { cgst: readNumber(cgst, TAX_RATES.cgst), sgst: readNumber(sgst, TAX_RATES.sgst) };
}

/** Parses a line of an order. The product may be an object, only an id, or missing (§3, D91). */
function parseItem(value: unknown): OrderItem {
  const { productId, quantity, price, cancelled, refunded, cancellable, reduced } = readFields(value);
  const product = readFields(productId);
  const _id = readId(productId, product["_id"], product["id"]);
  const title = readTitle(product);
  const images = readEntries(product["images"], parseImage).map(({ url }) => ({ url }));
  return {
    productId: { _id, title: title || (_id ? orderFallbacks.productName : orderFallbacks.product), images },
    quantity: Math.max(0, readNumber(quantity, 1)),
    price: readAmount(price),
    ...(cancelled !== undefined && { cancelled: readNumber(cancelled, 0) }),
    ...(refunded !== undefined && { refunded: readNumber(refunded, 0) }),
    ...(cancellable !== undefined && { cancellable: readNumber(cancellable, 0) }),
    ...(reduced === true && { reduced }),
  };
}

const addressFields = ["street", "city", "state", "zipCode", "country", "phoneNumber"] as const;

const contactFields = ["firstName", "lastName", "email"] as const;

function parseBuyer(value: unknown): Order["userId"] {
  const { _id, id } = readFields(value);
  return { _id: readId(value, _id, id), ...readTexts(value, contactFields) };
}

function parseTracking(value: unknown): Tracking | undefined {
  const { link, ...texts } = readTexts(value, ["courier", "number", "link"]);
  return texts.number === "" ? undefined : { ...texts, ...(link && { link }) };
}

/** Parses a cancellation request. Undefined if it has no status, because the customer then requested nothing. */
function parseCancellation(value: unknown): Cancellation | undefined {
  const { status, reasons, comments, requestedAt, words, decidedAt } = readFields(value);
  if (!readText(status)) return undefined;
  return {
    status: readText(status),
    reasons: readEntries(reasons, (reason) => readText(reason) || null),
    comments: readText(comments),
    requestedAt: readText(requestedAt),
    words: readText(words) || undefined,
    decidedAt: readText(decidedAt) || undefined,
  };
}
