import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

export const visitCount = pgTable(
  "visit_count",
  {
    day: text("day").notNull(),
    kind: text("kind").$type<"page" | "step" | "product" | "source" | "search">().notNull(),
    name: text("name").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.name] })],
);
