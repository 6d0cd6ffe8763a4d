import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

/** The measured pictures. If the size or the date of a file differs, an import measures the file again. */
export const picture = pgTable("picture", {
  path: text("path").primaryKey(),
  hash: text("hash").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  placeholder: text("placeholder").notNull(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  modifiedMs: bigint("modified_ms", { mode: "number" }).notNull(),
});
