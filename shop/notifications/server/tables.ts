import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "#platform/database/columns.ts";

/** The day of the latest daily mail. The primary key prevents a second mail on this day. */
export const ownerDigest = pgTable("owner_digest", { day: text("day").primaryKey() });

export const lowStockNotice = pgTable("low_stock_notice", {
  productId: text("product_id").primaryKey(),
  left: integer("pieces_left").notNull(),
  notedAt: timestamptz("noted_at").notNull(),
});
