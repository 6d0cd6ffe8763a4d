import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "#platform/database/columns.ts";

/** The days, as 2026-11-20, whose digest was begun: one of several processes writes it. */
export const ownerDigest = pgTable("owner_digest", { day: text("day").primaryKey() });

/** Products of which the owner was written that they are low; gone once there are more again. */
export const lowStockNotice = pgTable("low_stock_notice", {
  productId: text("product_id").primaryKey(),
  left: integer("pieces_left").notNull(),
  notedAt: timestamptz("noted_at").notNull(),
});
