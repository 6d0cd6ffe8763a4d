import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, id, idOf } from "#platform/database/columns.ts";

export const returnPicture = pgTable("return_picture", {
  id: id(),
  accountId: idOf("account_id").notNull(),
  orderId: text("order_id").notNull(),
  returnNumber: integer("return_number").notNull(),
  place: integer("place").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  large: bytes("large").notNull(),
  small: bytes("small").notNull(),
});
