import * as v from "valibot";
import { promisedSchema } from "#shop/policies/response-schemas.ts";
import { namedSellerSchema } from "#shop/seller/response-schemas.ts";
import { cancellationStatuses } from "./cancellation.ts";
import { orderContactSchema } from "#shop/documents/recipient.ts";
import { piecesSchema, storedReturnSchema } from "./returned-pieces.ts";
import { paymentStatuses } from "#shop/payments/payment.ts";
import { orderStatuses, parcelStatuses } from "./status.ts";

/** An order line as it was sold. It keeps the title of a product that was removed later (D91). */
export const orderItemSchema = v.object({
  productId: v.object({
    _id: v.string(),
    title: v.string(),
    images: v.array(v.object({ url: v.string() })),
  }),
  quantity: v.number(),
  price: v.number(),
  cancelled: v.optional(v.number()),
  /** The number of refunded pieces, including cancelled pieces and pending refunds. */
  refunded: v.optional(v.number()),
  cancellable: v.optional(v.number()),
  /** True for a product that was sold at a discount. */
  reduced: v.optional(v.literal(true)),
});

export const trackingSchema = v.object({
  courier: v.string(),
  number: v.string(),
  link: v.optional(v.string()),
});

const parcelSchema = v.object({
  position: v.number(),
  status: v.picklist(parcelStatuses),
  pieces: v.array(piecesSchema),
  tracking: v.optional(trackingSchema),
  dispatchedAt: v.optional(v.string()),
  deliveredAt: v.optional(v.string()),
  lostAt: v.optional(v.string()),
  replaces: v.optional(v.literal(true)),
});

const ratesSchema = v.object({ cgst: v.number(), sgst: v.number() });

/** The schema of an order in a response (§3). Amounts are in rupees, times are ISO 8601 texts. */
export const orderSchema = v.object({
  _id: v.string(),
  orderId: v.string(),
  createdAt: v.string(),
  paymentStatus: v.picklist(paymentStatuses),
  paymentMethod: v.optional(v.string()),
  orderStatus: v.picklist(orderStatuses),
  subtotal: v.number(),
  shipping: v.optional(v.number()),
  cgst: v.number(),
  sgst: v.number(),
  /** The sum of subtotal, shipping and taxes, before the discount (D1). */
  totalAmount: v.number(),
  discount: v.number(),
  /** The amount to pay: `totalAmount` − `discount` (D1). */
  grandTotal: v.number(),
  /** The rates in percent at the time of the order (D8). */
  taxRates: ratesSchema,
  /** The taxes for each rate. Set only if a product has a special rate. */
  taxes: v.optional(v.array(v.object({ ...ratesSchema.entries, rates: ratesSchema }))),
  items: v.array(orderItemSchema),
  withoutWood: v.optional(v.literal(true)),
  shippingAddress: v.object({
    street: v.string(),
    city: v.string(),
    state: v.string(),
    zipCode: v.string(),
    country: v.string(),
    phoneNumber: v.string(),
  }),
  canChangeDelivery: v.optional(v.literal(true)),
  canChangeCompany: v.optional(v.literal(true)),
  userId: v.object({ _id: v.string(), firstName: v.string(), lastName: v.string(), email: v.string() }),
  contact: orderContactSchema,
  /** The tax code has no format check, because older orders contain codes that today's rules reject. */
  companyInvoice: v.optional(
    v.object({ address: v.string(), name: v.string(), taxCode: v.string(), email: v.string() }),
  ),
  notes: v.optional(v.string()),
  gift: v.optional(v.object({ message: v.string() })),
  cancellation: v.optional(
    v.object({
      status: v.picklist(cancellationStatuses),
      reasons: v.array(v.string()),
      comments: v.string(),
      requestedAt: v.string(),
      /** The shop's answer to the cancellation request. Always set if the shop declined the request (D68). */
      words: v.optional(v.string()),
      decidedAt: v.optional(v.string()),
    }),
  ),
  tracking: v.optional(trackingSchema),
  parcels: v.optional(v.array(parcelSchema)),
  dispatchedAt: v.optional(v.string()),
  deliveredAt: v.optional(v.string()),
  returnRequest: v.optional(storedReturnSchema),
  laterReturns: v.optional(v.array(storedReturnSchema)),
  /** The time when the order ended because all its parcels were lost. */
  lostAt: v.optional(v.string()),
  cancelledAt: v.optional(v.string()),
  /** Set if the order was cancelled because it was not paid or confirmed in time. */
  expired: v.optional(v.literal(true)),
  refundAmount: v.optional(v.number()),
  /** The number of the invoice, which is issued when the order is paid or, for cash on delivery, confirmed (D92). */
  invoiceNumber: v.optional(v.string()),
  invoicedAt: v.optional(v.string()),
  placeOfSupply: v.optional(v.string()),
  /** The oldest credit note is first. */
  creditNotes: v.optional(v.array(v.object({ number: v.string(), issuedAt: v.string() }))),
  soldBy: v.optional(namedSellerSchema),
  promised: v.optional(promisedSchema),
  /** Compare this time with `serverTime`, not with the device's clock (D68). */
  cancellableUntil: v.string(),
  /** Only for cash on delivery. If unconfirmed, the order expires at `confirmBy`. Empty after the confirmation. */
  cash: v.optional(v.object({ confirmBy: v.optional(v.string()) })),
  /** The time until which the order can be paid. Missing if it cannot be paid now (D60). */
  payableUntil: v.optional(v.string()),
  serverTime: v.string(),
});
