import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "#platform/database/columns.ts";

/** The days, as 2026-11-20, whose daily mail was started, so that one process sends it. */
export const ownerDigest = pgTable("owner_digest", { day: text("day").primaryKey() });

/** Products that the owner was told are low in stock; deleted when they are restocked. */
export const lowStockNotice = pgTable("low_stock_notice", {
  productId: text("product_id").primaryKey(),
  left: integer("pieces_left").notNull(),
  notedAt: timestamptz("noted_at").notNull(),
});
