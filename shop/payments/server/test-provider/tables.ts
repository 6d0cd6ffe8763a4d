import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { paise, timestamptz } from "#platform/database/columns.ts";

type SessionState = "open" | "otp" | "processing" | "captured" | "closed";

export const testPaymentKey = pgTable("test_payment_key", {
  id: text("id").primaryKey(),
  apiKey: text("api_key").notNull(),
  webhookSecret: text("webhook_secret").notNull(),
  createdAt: timestamptz("created_at").notNull(),
});

export const testPaymentSession = pgTable("test_payment_session", {
  id: text("id").primaryKey(),
  reference: text("reference").notNull(),
  amount: paise("amount").notNull(),
  currency: text("currency").notNull(),
  description: text("description").notNull(),
  state: text("state").$type<SessionState>().notNull(),
  method: text("method"),
  failure: text("failure"),
  capturesAt: timestamptz("captures_at"),
  capturedAt: timestamptz("captured_at"),
  expiresAt: timestamptz("expires_at").notNull(),
  createdAt: timestamptz("created_at").notNull(),
  refusesRefund: boolean("refuses_refund").notNull().default(false),
});

export const testPaymentRefund = pgTable("test_payment_refund", {
  id: text("id").primaryKey(),
  sessionId: text("session_id")
    .notNull()
    .references(() => testPaymentSession.id),
  reference: text("reference").notNull(),
  amount: paise("amount").notNull(),
  failure: text("failure"),
  createdAt: timestamptz("created_at").notNull(),
});

export type SessionRow = typeof testPaymentSession.$inferSelect;
export type TestRefundRow = typeof testPaymentRefund.$inferSelect;
