import { sql } from "drizzle-orm";
import { check, integer, pgTable } from "drizzle-orm/pg-core";
import { json } from "#platform/database/columns.ts";
import type { Courier } from "./known-couriers.ts";

/** The content of `couriers.json` on the machine that has it; one row. */
export const ownCouriers = pgTable(
  "own_couriers",
  { id: integer("id").primaryKey(), couriers: json<readonly Courier[]>("couriers").notNull() },
  () => [check("own_couriers_id_check", sql`id = 1`)],
);
