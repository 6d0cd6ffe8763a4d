import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { idOf, timestamptz } from "#platform/database/columns.ts";

/** Saved products, including those that the shop no longer sells, because the shop may sell them again. */
export const savedProduct = pgTable(
  "saved_product",
  {
    accountId: idOf("account_id").notNull(),
    productId: text("product_id").notNull(),
    savedAt: timestamptz("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.productId] })],
);
