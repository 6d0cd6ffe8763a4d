import { pgTable, text } from "drizzle-orm/pg-core";
import { json, timestamptz } from "#platform/database/columns.ts";

export const listColumns = ["order", "courier", "number", "link", "status", "amount"] as const;
export type ListColumn = (typeof listColumns)[number];

export type ListColumns = Partial<Record<ListColumn, number>>;

/** The columns that the owner named, used again for lists with the same headings. */
export const courierList = pgTable("courier_list", {
  headings: text("headings").primaryKey(),
  columns: json<ListColumns>("columns").notNull(),
  courier: text("courier"),
  savedAt: timestamptz("saved_at").notNull(),
});
