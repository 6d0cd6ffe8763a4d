import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

/** Measures of each original in the catalogue folder; size and time of change say whether to measure again. */
export const picture = pgTable("picture", {
  path: text("path").primaryKey(),
  hash: text("hash").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  placeholder: text("placeholder").notNull(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  modifiedMs: bigint("modified_ms", { mode: "number" }).notNull(),
});
