import { pgTable, text } from "drizzle-orm/pg-core";
import { json, timestamptz } from "#platform/database/columns.ts";

/** Columns of a courier's list that the shop reads. */
export const listColumns = ["order", "courier", "number", "link", "status", "amount"] as const;
export type ListColumn = (typeof listColumns)[number];

/** The position of each column in the headings, from 0. */
export type ListColumns = Partial<Record<ListColumn, number>>;

/** Headings of couriers' lists that the owner has explained. */
export const courierList = pgTable("courier_list", {
  /** A hash of the headings. */
  headings: text("headings").primaryKey(),
  /** The position of each column in these headings, from 0. */
  columns: json<ListColumns>("columns").notNull(),
  /** The courier of all parcels in such a list, if it has no column for the courier. */
  courier: text("courier"),
  savedAt: timestamptz("saved_at").notNull(),
});
