import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, idOf, timestamptz } from "#platform/database/columns.ts";

export const testimonial = pgTable("testimonial", {
  id: id(),
  accountId: idOf("account_id"),
  /** The author's name. It stays the same if the customer changes it in the account. */
  name: text("name").notNull(),
  rating: integer("rating").notNull(),
  message: text("message").notNull(),
  hidden: boolean("hidden").notNull(),
  createdAt: timestamptz("created_at").notNull(),
  sample: boolean("sample").notNull().default(false),
});
