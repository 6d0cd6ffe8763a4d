import { pgTable, text } from "drizzle-orm/pg-core";
import { json, timestamptz } from "#platform/database/columns.ts";
import type { listContents } from "../command-results.ts";

export type ListContent = (typeof listContents)[number];

/** The index of the column with each content. `NO_COLUMN` if the owner said that no column has it. */
export type ListColumns = Partial<Record<ListContent, number>>;

export const NO_COLUMN = -1;

/** The columns that the owner named, used again for lists with the same headings. */
export const courierList = pgTable("courier_list", {
  headings: text("headings").primaryKey(),
  columns: json<ListColumns>("columns").notNull(),
  courier: text("courier"),
  savedAt: timestamptz("saved_at").notNull(),
});
