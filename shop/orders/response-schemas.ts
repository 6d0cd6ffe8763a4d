import * as v from "valibot";
import { promisedSchema } from "#shop/policies/response-schemas.ts";
import { namedSellerSchema } from "#shop/seller/response-schemas.ts";
import { cancellationStatuses } from "./cancellation.ts";
import { orderContactSchema } from "./recipient.ts";
import { returnPayers, returnStatuses } from "./returned-pieces.ts";
import { orderPaymentStatuses, orderStatuses, parcelStatuses } from "./status.ts";

/** Schema of an order line as it was sold. It keeps the title of a product that was removed later (D91). */
export const orderItemSchema = v.object({
  productId: v.object({
    _id: v.string(),
    title: v.string(),
    images: v.array(v.object({ url: v.string() })),
  }),
  quantity: v.number(),
  price: v.number(),
  /** Number of pieces cancelled before they were shipped. */
  cancelled: v.optional(v.number()),
  /** Number of pieces refunded or with a pending refund, including cancelled pieces. */
  refunded: v.optional(v.number()),
  /** Maximum number of pieces that the customer can cancel now; missing if there are none. */
  cancellable: v.optional(v.number()),
});

/** Schema of the courier and the tracking number of a shipped order (D67). */
export const trackingSchema = v.object({
  courier: v.string(),
  number: v.string(),
  link: v.optional(v.string()),
});

/** Schema of a parcel. Only orders that are shipped in parts list their parcels. */
const parcelSchema = v.object({
  /** The number of the parcel within the order, from 1. */
  position: v.number(),
  status: v.picklist(parcelStatuses),
  pieces: v.array(v.object({ productId: v.string(), quantity: v.number() })),
  tracking: v.optional(trackingSchema),
  dispatchedAt: v.optional(v.string()),
  deliveredAt: v.optional(v.string()),
  lostAt: v.optional(v.string()),
  /** True for a free replacement. */
  replaces: v.optional(v.literal(true)),
});

const returnRequestSchema = v.object({
  status: v.picklist(returnStatuses),
  reasons: v.array(v.string()),
  comments: v.string(),
  pieces: v.array(v.object({ productId: v.string(), quantity: v.number() })),
  requestedAt: v.string(),
  /** The owner's answer; always present if the return was refused. */
  words: v.optional(v.string()),
  /** Who pays the return shipping; set when the return is approved. */
  payer: v.optional(v.picklist(returnPayers)),
  changedAt: v.string(),
});

/** Schema of an order in a response (§3). Amounts are in rupees, times are ISO 8601 texts. */
export const orderSchema = v.object({
  _id: v.string(),
  orderId: v.string(),
  createdAt: v.string(),
  paymentStatus: v.picklist(orderPaymentStatuses),
  paymentMethod: v.optional(v.string()),
  orderStatus: v.picklist(orderStatuses),
  subtotal: v.number(),
  /** The shipping fee before tax; missing if shipping was free. */
  shipping: v.optional(v.number()),
  cgst: v.number(),
  sgst: v.number(),
  /** The sum of subtotal, shipping and taxes, before the coupon (D1). */
  totalAmount: v.number(),
  discount: v.number(),
  /** The amount to pay: `totalAmount` − `discount` (D1). */
  grandTotal: v.number(),
  /** Tax rates in percent at the time of the order (D8). */
  taxRates: v.object({ cgst: v.number(), sgst: v.number() }),
  /** The taxes for each rate; only if the order has several rates. */
  taxes: v.optional(
    v.array(
      v.object({
        rates: v.object({ cgst: v.number(), sgst: v.number() }),
        cgst: v.number(),
        sgst: v.number(),
      }),
    ),
  ),
  items: v.array(orderItemSchema),
  /** True if no piece is made of wood. */
  withoutWood: v.optional(v.literal(true)),
  shippingAddress: v.object({
    street: v.string(),
    city: v.string(),
    state: v.string(),
    zipCode: v.string(),
    country: v.string(),
    phoneNumber: v.string(),
  }),
  /** True while the customer can still change the delivery address. */
  canChangeDelivery: v.optional(v.literal(true)),
  /** True while the customer can change the company on an issued invoice. */
  canChangeCompany: v.optional(v.literal(true)),
  userId: v.object({ _id: v.string(), firstName: v.string(), lastName: v.string(), email: v.string() }),
  contact: orderContactSchema,
  /**
   * The company on the invoice. Its tax code is not validated, because older orders contain codes that today's rules
   * reject.
   */
  companyInvoice: v.optional(
    v.object({ address: v.string(), name: v.string(), taxCode: v.string(), email: v.string() }),
  ),
  notes: v.optional(v.string()),
  /** Set if the order is a gift. `message` is the text of the card; it is empty for a gift without a card. */
  gift: v.optional(v.object({ message: v.string() })),
  cancellation: v.optional(
    v.object({
      status: v.picklist(cancellationStatuses),
      reasons: v.array(v.string()),
      comments: v.string(),
      requestedAt: v.string(),
      /** The owner's answer; always present if the request was declined (D68). */
      words: v.optional(v.string()),
      decidedAt: v.optional(v.string()),
    }),
  ),
  tracking: v.optional(trackingSchema),
  /**
   * The parcels of an order that was shipped in several parcels, or only in part. Other orders have `tracking` instead.
   */
  parcels: v.optional(v.array(parcelSchema)),
  dispatchedAt: v.optional(v.string()),
  deliveredAt: v.optional(v.string()),
  /** The customer's return request and its progress. */
  returnRequest: v.optional(returnRequestSchema),
  /** Later return requests for other pieces. */
  laterReturns: v.optional(v.array(returnRequestSchema)),
  /** The time when the order's last open parcel was lost, which ended the order. The shop then refunds the order. */
  lostAt: v.optional(v.string()),
  cancelledAt: v.optional(v.string()),
  /** The amount refunded or to be refunded (D68). */
  refundAmount: v.optional(v.number()),
  /** The serial number of the invoice, issued when the order is paid (D92). */
  invoiceNumber: v.optional(v.string()),
  invoicedAt: v.optional(v.string()),
  /** The place of supply for GST on the invoice. */
  placeOfSupply: v.optional(v.string()),
  /** The credit notes for refunds, oldest first. */
  creditNotes: v.optional(v.array(v.object({ number: v.string(), issuedAt: v.string() }))),
  /** The seller on the invoice. Later changes of the seller's data do not affect it. */
  soldBy: v.optional(namedSellerSchema),
  /** The rules at the time of the order, and the days needed to make its pieces; missing if all are the defaults. */
  promised: v.optional(promisedSchema),
  /**
   * The time until which the customer can request a cancellation. Compare it with `serverTime`, not with the device's
   * clock (D68).
   */
  cancellableUntil: v.string(),
  /**
   * Set for cash on delivery. `confirmBy` is the time at which the order expires if the customer has not confirmed it;
   * missing after the confirmation.
   */
  cash: v.optional(v.object({ confirmBy: v.optional(v.string()) })),
  /** The time until which the order can be paid (D60); missing if it cannot be paid. */
  payableUntil: v.optional(v.string()),
  serverTime: v.string(),
});
