import { pgTable, text } from "drizzle-orm/pg-core";
import { id, idOf, timestamptz } from "#platform/database/columns.ts";

/** One row for each customer, who thus has only one default address (D75). Changes of addresses lock this row. */
export const addressBook = pgTable("address_book", {
  accountId: idOf("account_id").primaryKey(),
  defaultAddressId: idOf("default_address_id"),
});

export const address = pgTable("address", {
  id: id(),
  accountId: idOf("account_id")
    .notNull()
    .references(() => addressBook.accountId),
  street: text("street").notNull(),
  city: text("city").notNull(),
  state: text("state").notNull(),
  zipCode: text("zip_code").notNull(),
  country: text("country").notNull(),
  phoneNumber: text("phone_number"),
  label: text("label"),
  recipient: text("recipient"),
  createdAt: timestamptz("created_at").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
});
