import type { CancelCause } from "../order-transitions.ts";
import { boolean, integer, numeric, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, idOf, json, paise, timestamptz } from "#platform/database/columns.ts";
import type { OrderRules } from "#shop/policies/rules.ts";
import type { CancellationStatus } from "../cancellation.ts";
import type { CompanyInvoice, OrderContact, ShippingAddress } from "#shop/documents/recipient.ts";
import type { Gift } from "../gift.ts";
import type { Tracking } from "../order.ts";
import type { ParcelStatus, OrderStatus } from "../status.ts";
import type { PaymentStatus } from "#shop/payments/payment.ts";
import type { ReturnRequest, Pieces } from "../returned-pieces.ts";

const rateColumn = (name: string) => numeric(name, { precision: 5, scale: 2, mode: "number" });

export const orders = pgTable("orders", {
  id: id(),
  orderId: text("order_id").notNull(),
  accountId: idOf("account_id").notNull(),
  idempotencyKey: text("idempotency_key"),
  payloadHash: text("payload_hash"),
  status: text("status").$type<OrderStatus>().notNull(),
  paymentStatus: text("payment_status").$type<PaymentStatus>().notNull(),
  paymentMethod: text("payment_method"),
  cgstRate: rateColumn("cgst_rate").notNull(),
  sgstRate: rateColumn("sgst_rate").notNull(),
  subtotal: paise("subtotal").notNull(),
  shipping: paise("shipping").notNull().default(0),
  cgst: paise("cgst").notNull(),
  sgst: paise("sgst").notNull(),
  total: paise("total").notNull(),
  coupon: paise("coupon").notNull(),
  payable: paise("payable").notNull(),
  shippingAddress: json<ShippingAddress>("shipping_address").notNull(),
  contact: json<OrderContact>("contact").notNull(),
  companyInvoice: json<CompanyInvoice>("company_invoice"),
  notes: text("notes"),
  gift: json<Gift>("gift"),
  tracking: json<Tracking>("tracking"),
  cancellationStatus: text("cancellation_status").$type<CancellationStatus>(),
  cancellationReasons: json<string[]>("cancellation_reasons"),
  cancellationComments: text("cancellation_comments"),
  cancellationRequestedAt: timestamptz("cancellation_requested_at"),
  createdAt: timestamptz("created_at").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
  cancelledBecause: text("cancelled_because").$type<CancelCause>(),
  cancelledAt: timestamptz("cancelled_at"),
  /** The sum of all refunds, at most the amount paid. */
  refundAmount: paise("refund_amount"),
  cancellationWords: text("cancellation_words"),
  cancellationDecidedAt: timestamptz("cancellation_decided_at"),
  dispatchedAt: timestamptz("dispatched_at"),
  deliveredAt: timestamptz("delivered_at"),
  returnRequest: json<ReturnRequest>("return_request"),
  laterReturns: json<ReturnRequest[]>("later_returns").notNull().default([]),
  /** The previous status. Null if it never changed. A database constraint checks the transition. */
  statusBefore: text("status_before").$type<OrderStatus>(),
  paymentStatusBefore: text("payment_status_before").$type<PaymentStatus>(),
  payUntil: timestamptz("pay_until"),
  byPhone: boolean("by_phone").notNull().default(false),
  partlySent: boolean("partly_sent").notNull().default(false),
  lostAt: timestamptz("lost_at"),
  cash: boolean("cash").notNull().default(false),
  /** The shop's rules and promises at the time of the order. Null if nothing differs from the defaults. */
  promised: json<OrderRules>("promised"),
});

const orderKey = () =>
  uuid("order_id")
    .notNull()
    .references(() => orders.id);

export const parcel = pgTable(
  "parcel",
  {
    id: id(),
    orderId: orderKey(),
    position: integer("position").notNull(),
    status: text("status").$type<ParcelStatus>().notNull(),
    statusBefore: text("status_before").$type<ParcelStatus>(),
    isReplacement: boolean("is_replacement").notNull().default(false),
    pieces: json<Pieces[]>("pieces").notNull(),
    tracking: json<Tracking>("tracking"),
    createdAt: timestamptz("created_at").notNull(),
    dispatchedAt: timestamptz("dispatched_at"),
    deliveredAt: timestamptz("delivered_at"),
    lostAt: timestamptz("lost_at"),
  },
  (table) => [unique("parcel_position").on(table.orderId, table.position)],
);

export const orderLine = pgTable(
  "order_line",
  {
    orderId: orderKey(),
    line: integer("line").notNull(),
    productId: text("product_id").notNull(),
    title: text("title").notNull(),
    imageUrl: text("image_url"),
    unitPrice: paise("unit_price").notNull(),
    quantity: integer("quantity").notNull(),
    cancelled: integer("cancelled").notNull().default(0),
    hsn: text("hsn"),
    gstRate: rateColumn("gst_rate"),
    reduced: boolean("reduced").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.line] })],
);

/** The stock that unpaid orders reserve. Rows of orders that are no longer pending are deleted after a day. */
export const orderHold = pgTable(
  "order_hold",
  {
    orderId: orderKey(),
    productId: text("product_id").notNull(),
    quantity: integer("quantity").notNull(),
    accountId: idOf("account_id").notNull(),
    /** A keyed hash of the IP address (IPv6: its /48 prefix). Set only for unverified accounts without paid orders. */
    address: text("address"),
    heldAt: timestamptz("held_at").notNull(),
    unverified: boolean("unproven").notNull().default(false),
    /** Keyed hashes of the IP address and of the mail domain. Set only for verified accounts without a paid order. */
    newcomerAddress: text("newcomer_address"),
    newcomerDomain: text("newcomer_domain"),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.productId] })],
);

export const orderNote = pgTable("order_note", {
  id: id(),
  orderId: orderKey(),
  words: text("words").notNull(),
  writtenAt: timestamptz("written_at").notNull(),
});

export const orderRefund = pgTable("order_refund", {
  id: uuid("id").primaryKey(),
  orderId: orderKey(),
  amount: paise("amount").notNull(),
  pieces: json<Pieces[]>("pieces"),
  createdAt: timestamptz("created_at").notNull(),
  processedAt: timestamptz("processed_at"),
});

export type OrderRow = typeof orders.$inferSelect;
export type OrderLineRow = typeof orderLine.$inferSelect;
export type ParcelRow = typeof parcel.$inferSelect;
export type OrderRefundRow = typeof orderRefund.$inferSelect;
