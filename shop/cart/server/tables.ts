import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { idOf, timestamptz } from "#platform/database/columns.ts";

export const cartLine = pgTable(
  "cart_line",
  {
    accountId: idOf("account_id").notNull(),
    productId: text("product_id").notNull(),
    quantity: integer("quantity").notNull(),
    addedAt: timestamptz("added_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.productId] })],
);
