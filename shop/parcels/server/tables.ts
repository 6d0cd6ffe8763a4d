import { pgTable, text } from "drizzle-orm/pg-core";
import { json, timestamptz } from "#platform/database/columns.ts";
import type { ListColumns } from "./list-columns.ts";

/** Headings of couriers' lists that the owner has explained. */
export const courierList = pgTable("courier_list", {
  /** A hash of the headings. */
  headings: text("headings").primaryKey(),
  /** The place of each column in these headings, from 0. */
  columns: json<ListColumns>("columns").notNull(),
  /** The courier of all parcels of such a list, where it names none. */
  courier: text("courier"),
  savedAt: timestamptz("saved_at").notNull(),
});
