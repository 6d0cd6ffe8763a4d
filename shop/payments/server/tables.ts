import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, idOf, json, paise, timestamptz } from "#platform/database/columns.ts";
import type { PaymentStatus } from "../payment.ts";
import type { RefundReason, RefundStatus } from "../refund.ts";
import type { OtherProviderEvent, ProviderEvent } from "./provider.ts";

export const payment = pgTable("payment", {
  id: id(),
  orderId: text("order_id").notNull(),
  accountId: idOf("account_id").notNull(),
  amount: paise("amount").notNull(),
  currency: text("currency").notNull(),
  status: text("status").$type<PaymentStatus>().notNull(),
  provider: text("provider"),
  sessionId: text("session_id"),
  sessionAddress: text("session_address"),
  method: text("method"),
  failure: text("failure"),
  expiresAt: timestamptz("expires_at").notNull(),
  linkMailed: boolean("link_mailed").notNull().default(false),
  linkOpenedAt: timestamptz("link_opened_at"),
  inCash: boolean("in_cash").notNull().default(false),
  /** The time when the customer agreed to pay on delivery. After that, the payment does not expire. */
  agreedAt: timestamptz("agreed_at"),
  /**
   * The time when the handover of the cash was recorded. The next two columns: amount and reference of the transfer.
   */
  settledAt: timestamptz("settled_at"),
  settledAmount: paise("settled_amount"),
  settledAs: text("settled_as"),
  /** The time of the open cancellation request, which prevents new payment windows. Null without such a request. */
  suspendedAt: timestamptz("suspended_at"),
  lastCheckedAt: timestamptz("asked_at"),
  capturedAt: timestamptz("captured_at"),
  /** The provider's id of the captured payment, or the owner's reference of a payment made directly to the shop. */
  capturedAs: text("captured_as"),
  createdAt: timestamptz("created_at").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
  /** The previous status; null before the first change. A database constraint checks that the change is allowed. */
  statusBefore: text("status_before").$type<PaymentStatus>(),
});

export const refund = pgTable("refund", {
  id: id(),
  orderId: text("order_id")
    .notNull()
    .references(() => payment.orderId),
  reason: text("reason").$type<RefundReason>().notNull(),
  amount: paise("amount").notNull(),
  status: text("status").$type<RefundStatus>().notNull(),
  /** The number of the attempt, from 1. It increases with each retry, and if a dashboard refund changes this refund. */
  attempt: integer("attempt").notNull(),
  /** The provider's id of the refund, or the reference of a refund that the owner sent. */
  providerId: text("provider_id"),
  failure: text("failure"),
  lastCheckedAt: timestamptz("asked_at"),
  processedAt: timestamptz("processed_at"),
  createdAt: timestamptz("created_at").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
});

export const paymentEvent = pgTable("payment_event", {
  id: id(),
  provider: text("provider").notNull(),
  eventId: text("event_id").notNull(),
  sessionId: text("session_id").notNull(),
  providerEvent: json<ProviderEvent | OtherProviderEvent>("news").notNull(),
  receivedAt: timestamptz("received_at").notNull(),
  appliedAt: timestamptz("applied_at"),
  outcome: text("outcome"),
});

export type FindingKind =
  | "second-capture"
  | "dispute"
  | "mismatch"
  | "late-money"
  | "refund-mismatch"
  | "unknown-refund"
  | "dashboard-refund"
  | "account-refused"
  | "payment-refused";

export const paymentFinding = pgTable("payment_finding", {
  id: id(),
  orderId: text("order_id")
    .notNull()
    .references(() => payment.orderId),
  kind: text("kind").$type<FindingKind>().notNull(),
  reference: text("reference").notNull(),
  /** The highest stage of a dispute that the provider reported, from 0 (open) to 2 (over). 0 for other findings. */
  stage: integer("stage").notNull(),
  what: text("what").notNull(),
  foundAt: timestamptz("found_at").notNull(),
  seenAt: timestamptz("seen_at"),
});

export type PaymentFindingRow = typeof paymentFinding.$inferSelect;
export type PaymentRow = typeof payment.$inferSelect;
export type RefundRow = typeof refund.$inferSelect;
