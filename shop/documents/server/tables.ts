import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Paise } from "#contract/money.ts";
import { idOf, json, paise, timestamptz } from "#platform/database/columns.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import type { InvoiceKind } from "../invoice-number.ts";
import type { Recipient } from "../recipient.ts";

// In each table, `orderId` is the key of the order (`_id` in responses), not the order number.

/** A series is for example `26-27` (invoices) or `DC26-27` (challans). */
const seriesColumns = {
  series: text("series").primaryKey(),
  lastNumber: integer("last_number").notNull(),
  /** The number of documents that were lost, because the restored backup does not contain them. */
  lostNumbers: integer("lost_numbers").notNull().default(0),
};

export const invoiceSeries = pgTable("invoice_series", seriesColumns);
export const challanSeries = pgTable("challan_series", seriesColumns);

export const invoice = pgTable("invoice", {
  number: text("number").primaryKey(),
  kind: text("kind").$type<InvoiceKind>().notNull(),
  orderId: uuid("order_id").notNull(),
  amount: paise("amount").notNull(),
  issuedAt: timestamptz("issued_at").notNull(),
  seller: json<NamedSeller>("seller"),
  /** The names and addresses on the day of issue. A credit note repeats those of its invoice. */
  recipient: json<Recipient>("recipient"),
  corrects: text("corrects"),
  refundId: idOf("refund_id"),
  /** The credited pieces. Null in a credit note that reduces all lines in proportion. */
  pieces: json<CreditedPieces[]>("pieces"),
});

export const cancelledInvoice = pgTable("cancelled_invoice", {
  number: text("number").primaryKey(),
  orderId: uuid("order_id").notNull(),
  amount: paise("amount").notNull(),
  issuedAt: timestamptz("issued_at").notNull(),
  seller: json<NamedSeller>("seller"),
  recipient: json<Recipient>("recipient"),
  cancelledAt: timestamptz("cancelled_at").notNull(),
  replacedBy: text("replaced_by").notNull(),
});

/** Delivery challans accompany goods shipped without an invoice (rule 55 of the CGST rules). */
export const challan = pgTable("challan", {
  number: text("number").primaryKey(),
  orderId: uuid("order_id").notNull(),
  /** The replacement's parcel. Null if the challan is cancelled. */
  parcelId: uuid("parcel_id").unique(),
  cancelledAt: timestamptz("cancelled_at"),
  issuedAt: timestamptz("issued_at").notNull(),
  reason: text("reason").notNull(),
  lines: json<ChallanLine[]>("lines").notNull(),
  seller: json<NamedSeller>("seller"),
  recipient: json<Recipient>("recipient").notNull(),
  invoiceNumber: text("invoice_number"),
});

export interface CreditedPieces {
  productId: string;
  quantity: number;
}

export interface ChallanLine {
  title: string;
  hsn: string | null;
  quantity: number;
  unitPrice: Paise;
}

export type InvoiceRow = typeof invoice.$inferSelect;
export type CancelledInvoiceRow = typeof cancelledInvoice.$inferSelect;
export type ChallanRow = typeof challan.$inferSelect;
