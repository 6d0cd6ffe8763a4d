import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, idOf, timestamptz } from "#platform/database/columns.ts";

export const testimonial = pgTable("testimonial", {
  id: id(),
  accountId: idOf("account_id"),
  /** The author's name at the time of writing. A new name in the account does not change it. */
  name: text("name").notNull(),
  rating: integer("rating").notNull(),
  message: text("message").notNull(),
  hidden: boolean("hidden").notNull(),
  createdAt: timestamptz("created_at").notNull(),
  sample: boolean("sample").notNull().default(false),
});
