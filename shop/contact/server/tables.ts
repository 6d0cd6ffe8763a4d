import { pgTable, text } from "drizzle-orm/pg-core";
import { id, timestamptz } from "#platform/database/columns.ts";

export const contactMessage = pgTable("contact_message", {
  id: id(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  message: text("message").notNull(),
  receivedAt: timestamptz("received_at").notNull(),
  /** A hash of the idempotency key and the message. Null if the message was sent without a key. */
  sentKey: text("sent_key").unique(),
  answeredAt: timestamptz("answered_at"),
  /** The answer that the shop mailed. Null if there is no answer yet, or if the owner answered elsewhere. */
  answer: text("answer"),
});

/** One row for each subscribed e-mail address, ignoring case (D59). */
export const newsletterSubscriber = pgTable("newsletter_subscriber", {
  emailKey: text("email_key").primaryKey(),
  email: text("email").notNull(),
  consentedAt: timestamptz("consented_at").notNull(),
});
