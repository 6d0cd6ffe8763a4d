import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { json } from "#platform/database/columns.ts";

/** One row, or none when the owner runs no offer. */
export const specialOffer = pgTable(
  "special_offer",
  {
    id: integer("id").primaryKey(),
    heading: text("heading").notNull(),
    points: json<string[]>("points").notNull(),
  },
  () => [check("special_offer_id_check", sql`id = 1`)],
);
