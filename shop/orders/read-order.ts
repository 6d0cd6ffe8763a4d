import { amountOf, fieldsOf, idOf, isObject, listIn, listOf, numberOf, textOf } from "#contract/read.ts";
import { imageFrom } from "#shop/catalogue/read-product.ts";
import { TAX_RATES } from "#shop/pricing/totals.ts";
import { cancellableUntil } from "./cancellation.ts";
import { type Cancellation, type Order, orderFallbacks, type OrderItem } from "./order.ts";

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

function amountsFrom(fields: ReturnType<typeof fieldsOf>) {
  const [totalAmount, discount] = [amountOf(fields["totalAmount"]), amountOf(fields["discount"])];
  const [cgst, sgst] = [amountOf(fields["cgst"]), amountOf(fields["sgst"])];
  const rates = fieldsOf(fields["taxRates"]);
  return {
    totalAmount,
    discount,
    cgst,
    sgst,
    subtotal: amountOf(fields["subtotal"], totalAmount - cgst - sgst),
    grandTotal: amountOf(fields["grandTotal"], totalAmount - discount),
    taxRates: {
      cgst: numberOf(rates["cgst"], TAX_RATES.cgst),
      sgst: numberOf(rates["sgst"], TAX_RATES.sgst),
    },
  };
}

/** The product of a line may be populated, only its id, or gone (§3, D91). */
function itemFrom(given: unknown): OrderItem {
  const { productId, quantity, price } = fieldsOf(given);
  const product = fieldsOf(productId);
  const _id = idOf(productId, product["_id"], product["id"]);
  const title = textOf(product["title"]) || textOf(product["name"]);
  const images = listOf(product["images"], imageFrom).map(({ url }) => ({ url }));
  return {
    productId: { _id, title: title || (_id ? orderFallbacks.productName : orderFallbacks.product), images },
    quantity: Math.max(0, numberOf(quantity, 1)),
    price: amountOf(price),
  };
}

function shippingAddressFrom(given: unknown): Order["shippingAddress"] {
  const { street, city, state, zipCode, country, phoneNumber } = fieldsOf(given);
  return {
    street: textOf(street),
    city: textOf(city),
    state: textOf(state),
    zipCode: textOf(zipCode),
    country: textOf(country),
    phoneNumber: textOf(phoneNumber),
  };
}

/** The buyer may be populated, only an id, or unknown. */
function buyerFrom(given: unknown): Order["userId"] {
  const { _id, id, firstName, lastName, email } = fieldsOf(given);
  return {
    _id: idOf(given, _id, id),
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    email: textOf(email),
  };
}

/** The name typed at the checkout; where it is not told, the account's (D61). */
function contactFrom(given: unknown, buyer: Order["userId"]): Order["contact"] {
  const { firstName, lastName, email } = isObject(given) ? fieldsOf(given) : buyer;
  return { firstName: textOf(firstName), lastName: textOf(lastName), email: textOf(email) };
}

/** Without a status no one has asked for anything. */
function cancellationFrom(given: unknown): Cancellation | undefined {
  const { status, reasons, comments, requestedAt, words, decidedAt } = fieldsOf(given);
  if (!textOf(status)) return undefined;
  return {
    status: textOf(status),
    reasons: listOf(reasons, (reason) => textOf(reason) || null),
    comments: textOf(comments),
    requestedAt: textOf(requestedAt),
    words: textOf(words) || undefined,
    decidedAt: textOf(decidedAt) || undefined,
  };
}

const isoText = (moment: Date): string => (Number.isNaN(moment.getTime()) ? "" : moment.toISOString());
