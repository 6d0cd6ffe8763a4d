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
  /** Earlier versions stored findings in this column. Findings are now in the table `payment_finding`. */
  flag: text("flag"),
  expiresAt: timestamptz("expires_at").notNull(),
  /** True if a payment link was mailed to the customer. If false, the page opens the window after the order. */
  linkMailed: boolean("link_mailed").notNull().default(false),
  /** The time at which the customer first opened the page of the mailed payment link. */
  linkOpenedAt: timestamptz("link_opened_at"),
  /** True if the courier collects the money on delivery. Then no payment window is opened. */
  inCash: boolean("in_cash").notNull().default(false),
  /** The time at which the customer agreed to pay on delivery. After that, the payment does not expire. */
  agreedAt: timestamptz("agreed_at"),
  /** When the courier paid the cash to the shop. The next columns are the amount and the transfer's reference. */
  settledAt: timestamptz("settled_at"),
  settledAmount: paise("settled_amount"),
  settledAs: text("settled_as"),
  /** The time since which a cancellation request prevents payment windows; null if there is none. */
  suspendedAt: timestamptz("suspended_at"),
  lastCheckedAt: timestamptz("asked_at"),
  capturedAt: timestamptz("captured_at"),
  /** The provider's id of the captured payment, or the reference of a payment made directly to the shop. */
  capturedAs: text("captured_as"),
  createdAt: timestamptz("created_at").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
  /** The previous status; null before the first change. The database uses it to check that a change is allowed. */
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
  /** Starts at 1, and increases each time the owner retries a failed refund. */
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

/** The kinds of findings. `flag` was only used by an earlier version. */
export type FindingKind =
  | "second-capture"
  | "dispute"
  | "mismatch"
  | "late-money"
  | "refund-mismatch"
  | "unknown-refund"
  | "dashboard-refund"
  | "account-refused"
  | "payment-refused"
  | "flag";

/** Findings about payments. Each stays open until it is solved or the owner marks it as seen. */
export const paymentFinding = pgTable("payment_finding", {
  id: id(),
  orderId: text("order_id")
    .notNull()
    .references(() => payment.orderId),
  kind: text("kind").$type<FindingKind>().notNull(),
  /** The provider's id of the payment, refund or dispute that the finding is about. */
  reference: text("reference").notNull(),
  /** The highest stage that was reported. Events with an earlier stage are ignored. */
  stage: integer("stage").notNull(),
  what: text("what").notNull(),
  foundAt: timestamptz("found_at").notNull(),
  seenAt: timestamptz("seen_at"),
});

export type PaymentFindingRow = typeof paymentFinding.$inferSelect;
export type PaymentRow = typeof payment.$inferSelect;
export type RefundRow = typeof refund.$inferSelect;
