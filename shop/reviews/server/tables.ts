import { integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { bytes, id, idOf, timestamptz } from "#platform/database/columns.ts";
import type { ReviewStatus } from "../review.ts";

export const review = pgTable(
  "review",
  {
    id: id(),
    productId: text("product_id").notNull(),
    accountId: idOf("account_id"),
    orderId: text("order_id"),
    name: text("name").notNull(),
    rating: integer("rating").notNull(),
    message: text("message").notNull(),
    status: text("status").$type<ReviewStatus>().notNull(),
    reply: text("reply"),
    /** Increases when the author changes the review, so that the owner decides only about the text that was read. */
    revision: integer("revision").notNull().default(1),
    createdAt: timestamptz("created_at").notNull(),
    changedAt: timestamptz("changed_at").notNull(),
  },
  (table) => [unique().on(table.productId, table.accountId)],
);

export const reviewPicture = pgTable("review_picture", {
  id: id(),
  reviewId: idOf("review_id")
    .notNull()
    .references(() => review.id, { onDelete: "cascade" }),
  place: integer("place").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  large: bytes("large").notNull(),
  small: bytes("small").notNull(),
});

export const reviewMailRefusal = pgTable("review_mail_refusal", {
  accountId: idOf("account_id").primaryKey(),
  refusedAt: timestamptz("refused_at").notNull(),
});
