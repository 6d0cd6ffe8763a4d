import { sql } from "drizzle-orm";
import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** How often a day's visitors had what. Nothing in it is of anyone. */
export const visitCount = pgTable(
  "visit_count",
  {
    /** On the shop's clock: `2026-11-20`. */
    day: text("day").notNull(),
    kind: text("kind").$type<"page" | "step" | "search">().notNull(),
    /** The page's name, the step's, or the words that were searched for in vain. */
    name: text("name").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.kind, table.name] }),
    index("visit_count_search")
      .on(table.day)
      .where(sql`kind = 'search'`),
  ],
);
