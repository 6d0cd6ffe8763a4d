import * as v from "valibot";
import { promisedSchema } from "#shop/policies/response-schemas.ts";
import { namedSellerSchema } from "#shop/seller/response-schemas.ts";
import { cancellationStatuses } from "./cancellation.ts";
import { orderContactSchema } from "./recipient.ts";
import { returnPayers, returnStatuses } from "./returned-pieces.ts";
import { orderPaymentStatuses, orderStatuses, parcelStatuses } from "./status.ts";

/** A line of an order as it was sold. It stays readable after the product is removed (D91). */
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
  /** Number of pieces refunded or about to be, including cancelled ones. */
  refunded: v.optional(v.number()),
  /** Number of pieces that the customer can cancel now; missing if there are none. */
  cancellable: v.optional(v.number()),
});

/** The courier and the tracking number, when the goods are on their way (D67). */
export const trackingSchema = v.object({
  courier: v.string(),
  number: v.string(),
  link: v.optional(v.string()),
});

/** A parcel of an order that is shipped in several, or in part. */
const parcelSchema = v.object({
  /** The number of the parcel, from 1. */
  position: v.number(),
  status: v.picklist(parcelStatuses),
  pieces: v.array(v.object({ productId: v.string(), quantity: v.number() })),
  tracking: v.optional(trackingSchema),
  dispatchedAt: v.optional(v.string()),
  deliveredAt: v.optional(v.string()),
  lostAt: v.optional(v.string()),
  /** True for a free replacement of sold pieces. */
  replaces: v.optional(v.literal(true)),
});

const returnRequestSchema = v.object({
  status: v.picklist(returnStatuses),
  reasons: v.array(v.string()),
  comments: v.string(),
  pieces: v.array(v.object({ productId: v.string(), quantity: v.number() })),
  requestedAt: v.string(),
  /** The owner's answer; always present if refused. */
  words: v.optional(v.string()),
  /** The payer of the return shipping, set when the return is approved. */
  payer: v.optional(v.picklist(returnPayers)),
  changedAt: v.string(),
});

/** An order in a response (§3). Amounts are in rupees, times in ISO 8601. */
export const orderSchema = v.object({
  _id: v.string(),
  orderId: v.string(),
  createdAt: v.string(),
  paymentStatus: v.picklist(orderPaymentStatuses),
  paymentMethod: v.optional(v.string()),
  orderStatus: v.picklist(orderStatuses),
  subtotal: v.number(),
  /** The shipping fee before tax; absent if it was free. */
  shipping: v.optional(v.number()),
  cgst: v.number(),
  sgst: v.number(),
  /** Subtotal, shipping and taxes, before the coupon (D1). */
  totalAmount: v.number(),
  discount: v.number(),
  /** The sum to pay: `totalAmount` − `discount` (D1). */
  grandTotal: v.number(),
  /** Rates in percent at the time of the order (D8). */
  taxRates: v.object({ cgst: v.number(), sgst: v.number() }),
  /** The taxes by rate, if the order has several rates. */
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
  /** True while the customer can change the delivery address. */
  canChangeDelivery: v.optional(v.literal(true)),
  /** True while the customer can also change the company on an issued invoice. */
  canChangeCompany: v.optional(v.literal(true)),
  userId: v.object({ _id: v.string(), firstName: v.string(), lastName: v.string(), email: v.string() }),
  contact: orderContactSchema,
  /** Unvalidated, because older orders contain tax codes that would be refused today. */
  companyInvoice: v.optional(
    v.object({ address: v.string(), name: v.string(), taxCode: v.string(), email: v.string() }),
  ),
  notes: v.optional(v.string()),
  /** The order is a gift; `message` is the text of its card, empty without one. */
  gift: v.optional(v.object({ message: v.string() })),
  cancellation: v.optional(
    v.object({
      status: v.picklist(cancellationStatuses),
      reasons: v.array(v.string()),
      comments: v.string(),
      requestedAt: v.string(),
      /** The owner's answer; always present if declined (D68). */
      words: v.optional(v.string()),
      decidedAt: v.optional(v.string()),
    }),
  ),
  tracking: v.optional(trackingSchema),
  /** The parcels, if `tracking` is not sufficient: several, or one with a part of the order. */
  parcels: v.optional(v.array(parcelSchema)),
  dispatchedAt: v.optional(v.string()),
  deliveredAt: v.optional(v.string()),
  /** The customer's request to send pieces back, and its progress. */
  returnRequest: v.optional(returnRequestSchema),
  /** Later requests for other pieces. */
  laterReturns: v.optional(v.array(returnRequestSchema)),
  /** The time when the last missing parcel was lost; the order is over and refunded. */
  lostAt: v.optional(v.string()),
  cancelledAt: v.optional(v.string()),
  /** The amount to refund after an approved cancellation (D68). */
  refundAmount: v.optional(v.number()),
  /** The invoice's own serial number, given when the payment is complete (D92). */
  invoiceNumber: v.optional(v.string()),
  invoicedAt: v.optional(v.string()),
  /** The place of supply for GST, as on the invoice. */
  placeOfSupply: v.optional(v.string()),
  /** The credit notes of refunds, earliest first. */
  creditNotes: v.optional(v.array(v.object({ number: v.string(), issuedAt: v.string() }))),
  /** The seller on the invoice, independent of later changes. */
  soldBy: v.optional(namedSellerSchema),
  /** The rules at the time of the order, and the days to make its pieces; absent for the defaults. */
  promised: v.optional(promisedSchema),
  /** The deadline for requesting a cancellation; compare with `serverTime`, not with the device's clock (D68). */
  cancellableUntil: v.string(),
  /**
   * Set for cash on delivery. `confirmBy` is set until the customer has confirmed the order; after that time it
   * expires.
   */
  cash: v.optional(v.object({ confirmBy: v.optional(v.string()) })),
  /** The deadline for paying (D60); only while the order can be paid. */
  payableUntil: v.optional(v.string()),
  serverTime: v.string(),
});
