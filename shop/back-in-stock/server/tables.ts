import { integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { id, timestamptz } from "#platform/database/columns.ts";

/** One request per product and e-mail address, ignoring case (D59). A mailed request stays to prevent a second mail. */
export const stockRequest = pgTable(
  "back_in_stock_request",
  {
    id: id(),
    productId: text("product_id").notNull(),
    emailKey: text("email_key").notNull(),
    email: text("email").notNull(),
    requestedAt: timestamptz("requested_at").notNull(),
    mailedAt: timestamptz("mailed_at"),
  },
  (table) => [unique().on(table.productId, table.emailKey)],
);

/** The stock of a product when it was last checked. Every check and every new request locks this row first. */
export const stockLevel = pgTable("back_in_stock_level", {
  productId: text("product_id").primaryKey(),
  available: integer("available").notNull(),
});

export const mailRefusal = pgTable("back_in_stock_refusal", {
  /** A hash of the e-mail address. The address itself is not stored. */
  mailbox: text("mailbox").primaryKey(),
  refusedAt: timestamptz("refused_at").notNull(),
});
