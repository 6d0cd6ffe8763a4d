import * as v from "valibot";
import { defineCommandData, defineCommandList, moment, openObject, stored } from "#contract/command-data.ts";
import { cancellationStatuses } from "./cancellation.ts";
import type { OrderRules } from "#shop/policies/rules.ts";
import type { Gift } from "./gift.ts";
import type { Tracking } from "./order.ts";
import { cancelCauses } from "./order-transitions.ts";
import { orderContactSchema, type ShippingAddress } from "#shop/documents/recipient.ts";
import { piecesSchema, type ReturnRequest } from "./returned-pieces.ts";
import { paymentStatuses } from "#shop/payments/payment.ts";
import { orderStatuses } from "./status.ts";

export const salesByProduct = defineCommandList("report sales", {
  productId: v.string(),
  title: v.string(),
  pieces: v.number(),
  orders: v.number(),
  worthPaise: v.number(),
});

const sent = {
  tracking: stored<Tracking | null>(),
  dispatchedAt: v.nullable(moment),
  deliveredAt: v.nullable(moment),
  lostAt: v.nullable(moment),
};

/** The fields of an order that a packer sees, besides the lines, the recipient's name and the customer's note. */
export const packerFields = {
  ...sent,
  orderId: v.string(),
  createdAt: moment,
  updatedAt: moment,
  status: v.picklist(orderStatuses),
  cash: v.boolean(),
  cancellationStatus: v.nullable(v.picklist(cancellationStatuses)),
  partlySent: v.boolean(),
  /** The creation time of the replacement that waits to be shipped. Null if there is none. */
  sendAgainSince: v.nullable(moment),
  shippingAddress: stored<ShippingAddress>(),
  gift: stored<Gift | null>(),
  promised: stored<OrderRules | null>(),
};

const notForPacker = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.partial(v.object(entries)).entries;

const orderFields = {
  ...packerFields,
  contact: v.object({ ...orderContactSchema.entries, email: v.optional(v.string()) }),
  ...notForPacker({
    paymentStatus: v.picklist(paymentStatuses),
    payable: v.number(),
    refundAmount: v.nullable(v.number()),
    cancellationRequestedAt: v.nullable(moment),
    returnRequest: stored<ReturnRequest | null>(),
    laterReturns: stored<ReturnRequest[]>(),
  }),
};

export const packerLine = {
  productId: v.string(),
  title: v.string(),
  quantity: v.number(),
  cancelled: v.number(),
  unsent: v.optional(v.number()),
  /** The number of pieces in a replacement parcel that is not sent yet. */
  replacing: v.optional(v.number()),
  imageUrl: v.nullable(v.string()),
};

/** The amounts in paise from which the total of an order is calculated. `coupon` is subtracted. */
const sums = {
  subtotal: v.number(),
  shipping: v.number(),
  cgst: v.number(),
  sgst: v.number(),
  coupon: v.number(),
};

export const orderList = defineCommandData(
  "orders list",
  v.array(openObject({ ...orderFields, lines: v.array(v.object(packerLine)) })),
);

export const orderCounts = defineCommandData("orders counts", v.record(v.string(), v.number()));

export const orderDetails = defineCommandData(
  "orders show",
  openObject({
    ...orderFields,
    lines: v.array(
      openObject({
        ...packerLine,
        unitPrice: v.optional(v.number()),
        /** The price of the line in paise, with GST and after the discount. */
        paid: v.optional(v.number()),
        /** False if the product is made to order, so that returned pieces cannot be added to a stock. */
        isCounted: v.optional(v.boolean()),
      }),
    ),
    lastCourier: v.string(),
    notes: v.union([v.array(openObject({ words: v.string(), writtenAt: moment })), v.nullable(v.string())]),
    ...notForPacker({
      customerNotes: v.nullable(v.string()),
      cancelledBecause: v.nullable(v.picklist(cancelCauses)),
      ...sums,
      paymentMethod: v.nullable(v.string()),
      /** The most that can be refunded now, in paise. */
      refundable: v.number(),
      byPhone: v.boolean(),
      /** The time when an unpaid or unconfirmed order expires. Null for other orders. */
      payUntil: v.nullable(moment),
      payment: v.nullable(openObject({ linkOpenedAt: v.nullable(moment) })),
      /** Set only for an order that can be paid online now, and for a cash order that is not confirmed yet. */
      paymentLink: v.nullable(v.string()),
      cancellationReasons: v.nullable(v.array(v.string())),
      cancellationComments: v.nullable(v.string()),
      cancellationWords: v.nullable(v.string()),
      cancellationDecidedAt: v.nullable(moment),
      findings: v.array(v.string()),
      parcels: v.array(
        openObject({
          ...sent,
          position: v.number(),
          status: v.string(),
          isReplacement: v.boolean(),
          pieces: v.array(piecesSchema),
        }),
      ),
      invoices: v.array(
        openObject({ number: v.string(), kind: v.string(), amount: v.number(), issuedAt: moment }),
      ),
      refunds: v.array(
        openObject({
          amount: v.number(),
          pieces: v.nullable(v.array(piecesSchema)),
          createdAt: moment,
          processedAt: v.nullable(moment),
        }),
      ),
    }),
  }),
);

export const orderActions = defineCommandList("orders actions", {
  action: v.string(),
  return: v.optional(v.number()),
  refusal: v.nullable(v.string()),
});

export const takenOrder = defineCommandData(
  "orders take",
  openObject({
    orderId: v.string(),
    payable: v.number(),
    ...sums,
    /** Set only in the preview of the total, and not if a discount replaces the coupon. */
    couponName: v.optional(v.string()),
    /** Set only in the preview of the total. */
    warnings: v.optional(v.array(v.string())),
  }),
);

const customer = {
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  phoneNumber: v.string(),
  createdAt: moment,
  paidPaise: v.number(),
};

export const customerList = defineCommandData(
  "customers list",
  v.array(openObject({ ...customer, orders: v.number(), lastOrderAt: v.nullable(moment) })),
);

export const customerDetails = defineCommandData(
  "customers show",
  openObject({ ...customer, orders: v.array(openObject(orderFields)) }),
);
