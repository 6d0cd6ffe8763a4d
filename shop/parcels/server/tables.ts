import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { json, timestamptz } from "#platform/database/columns.ts";
import type { Courier } from "./known-couriers.ts";
import type { ListColumns } from "./list-columns.ts";

/** The content of `couriers.json` on the machine that has it; one row. */
export const ownCouriers = pgTable(
  "own_couriers",
  { id: integer("id").primaryKey(), couriers: json<readonly Courier[]>("couriers").notNull() },
  () => [check("own_couriers_id_check", sql`id = 1`)],
);

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
