import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

/** What is known of each master in the catalogue folder; size and time of change say whether to look again. */
export const picture = pgTable("picture", {
  path: text("path").primaryKey(),
  hash: text("hash").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  placeholder: text("placeholder").notNull(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  modifiedMs: bigint("modified_ms", { mode: "number" }).notNull(),
});
