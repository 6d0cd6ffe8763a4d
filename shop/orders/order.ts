import * as v from "valibot";
import { amountOf, fieldsOf, idOf, isObject, listIn, listOf, numberOf, textOf } from "#contract/read.ts";
import { imageFrom } from "#shop/catalogue/product.ts";
import { namedSellerSchema } from "#shop/seller/seller.ts";
import { cancellableUntil, cancellationStatuses } from "./cancellation.ts";
import { companyInvoiceSchema, contactSchema } from "./checkout.ts";
import { orderPaymentStatuses, orderStatuses } from "./status.ts";
import { TAX_RATES } from "#shop/pricing/totals.ts";

/** One line of an order, as it was sold: it stays readable when the product is gone (D91). */
export const orderItemSchema = v.object({
  productId: v.object({
    _id: v.string(),
    title: v.string(),
    images: v.array(v.object({ url: v.string() })),
  }),
  quantity: v.number(),
  price: v.number(),
});

/** Dispatch data, once the goods are on their way (D67). */
export const trackingSchema = v.object({
  courier: v.string(),
  number: v.string(),
  link: v.optional(v.string()),
});

/** An order as it travels (§3). Amounts are rupees, moments ISO 8601. */
export const orderSchema = v.object({
  _id: v.string(),
  orderId: v.string(),
  createdAt: v.string(),
  paymentStatus: v.picklist(orderPaymentStatuses),
  paymentMethod: v.optional(v.string()),
  orderStatus: v.picklist(orderStatuses),
  subtotal: v.number(),
  cgst: v.number(),
  sgst: v.number(),
  /** Subtotal and taxes, before the coupon (D1). */
  totalAmount: v.number(),
  discount: v.number(),
  /** What is paid: `totalAmount` − `discount` (D1). */
  grandTotal: v.number(),
  /** In percent, as they were when the order was placed (D8). */
  taxRates: v.object({ cgst: v.number(), sgst: v.number() }),
  items: v.array(orderItemSchema),
  shippingAddress: v.object({
    street: v.string(),
    city: v.string(),
    state: v.string(),
    zipCode: v.string(),
    country: v.string(),
    phoneNumber: v.string(),
  }),
  userId: v.object({ _id: v.string(), firstName: v.string(), lastName: v.string(), email: v.string() }),
  contact: contactSchema,
  companyInvoice: v.optional(companyInvoiceSchema),
  notes: v.optional(v.string()),
  cancellation: v.optional(
    v.object({
      status: v.picklist(cancellationStatuses),
      reasons: v.array(v.string()),
      comments: v.string(),
      requestedAt: v.string(),
      /** The owner's answer, always there when it was declined (D68). */
      words: v.optional(v.string()),
      decidedAt: v.optional(v.string()),
    }),
  ),
  tracking: v.optional(trackingSchema),
  /** What goes back to the customer, once a cancellation is approved (D68). */
  refundAmount: v.optional(v.number()),
  /** The invoice's own serial number, given when the payment is complete (D92). */
  invoiceNumber: v.optional(v.string()),
  invoicedAt: v.optional(v.string()),
  /** The seller as the invoice names them, whatever the shop says today. */
  soldBy: v.optional(namedSellerSchema),
  /** Until when the customer may ask to cancel; compare with `serverTime`, not with the device's clock (D68). */
  cancellableUntil: v.string(),
  /** Until when it can be paid; unpaid by then it lapses (D60). Only while it can. */
  payableUntil: v.optional(v.string()),
  serverTime: v.string(),
});

/** An order as our own server sends it. */
export type AnsweredOrder = v.InferOutput<typeof orderSchema>;

/** An order as pages have it: as our server sends it, save that another backend may name other statuses (D101). */
export type Order = Omit<AnsweredOrder, "orderStatus" | "paymentStatus" | "cancellation"> & {
  orderStatus: string;
  paymentStatus: string;
  cancellation?: Cancellation | undefined;
};

export type Cancellation = Omit<NonNullable<AnsweredOrder["cancellation"]>, "status"> & { status: string };
export type OrderItem = v.InferOutput<typeof orderItemSchema>;
export type Tracking = v.InferOutput<typeof trackingSchema>;

/** What a screen says where a field is missing (§2.15, D91). */
export const orderFallbacks = {
  product: "Unknown Product",
  productName: "Product Name Unavailable",
  user: "Unknown User",
  email: "No Email Available",
  date: "Date Unavailable",
  paymentMethod: "NOT PROVIDED",
  paymentStatus: "Unknown",
} as const;

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

/** What a line is called: a product that is gone keeps the title it was sold under (D91). */
export const itemTitle = ({ productId: { title } }: { productId: { title: string } }): string =>
  title || orderFallbacks.productName;

/** The customer's full name, as far as it is known. */
export const customerName = ({ userId }: Pick<Order, "userId">): string =>
  [userId.firstName, userId.lastName].filter(Boolean).join(" ") || orderFallbacks.user;

export const orderMessages = {
  unauthorized: "Unauthorized! Please log in.",
  listFailed: "Failed to fetch orders.",
  detailsFailed: "Failed to fetch order details.",
  detailsMissing: "No order details found.",
  detailsLoading: "Loading order details...",
  listEmpty: "No orders found. Try adjusting filters or continue shopping.",
  itemsEmpty: "No products found in this order.",
} as const;
