import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "#platform/database/columns.ts";

/** The days on which the daily mail was sent. The primary key prevents a second mail. */
export const ownerDigest = pgTable("owner_digest", { day: text("day").primaryKey() });

export const lowStockNotice = pgTable("low_stock_notice", {
  productId: text("product_id").primaryKey(),
  left: integer("pieces_left").notNull(),
  notedAt: timestamptz("noted_at").notNull(),
});
