import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id, idOf, timestamptz } from "#platform/database/columns.ts";

export const testimonial = pgTable(
  "testimonial",
  {
    id: id(),
    /** Null for a testimonial of the owner's file. */
    accountId: idOf("account_id"),
    /** The displayed name, which does not change with the customer's name. */
    name: text("name").notNull(),
    rating: integer("rating").notNull(),
    message: text("message").notNull(),
    /** True if the owner has hidden it (D43). */
    hidden: boolean("hidden").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    /** True for an invented sample of the owner's file. */
    sample: boolean("sample").notNull().default(false),
  },
  (table) => [
    index("testimonial_newest").on(table.createdAt),
    check("testimonial_rating_check", sql`rating between 1 and 5`),
  ],
);
