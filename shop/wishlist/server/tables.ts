import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { idOf, timestamptz } from "#platform/database/columns.ts";

/**
 * The products that customers have saved. Products that were removed from the shop are kept, because they may return.
 */
export const savedProduct = pgTable(
  "saved_product",
  {
    accountId: idOf("account_id").notNull(),
    productId: text("product_id").notNull(),
    savedAt: timestamptz("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.productId] })],
);
