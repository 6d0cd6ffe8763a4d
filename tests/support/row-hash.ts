import { createHash } from "node:crypto";
import type { TestContext } from "./database.ts";

/** One hash of all rows of some tables: equal as long as no one has changed anything in them. */
export async function hashRows(
  { database }: { database: Pick<TestContext["database"], "pool"> },
  ...tables: string[]
): Promise<string> {
  const hash = createHash("sha256");
  for (const table of tables) {
    const { rows } = await database.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by to_jsonb(t)::text`,
    );
    for (const { row } of rows) hash.update(`${table} ${row}\n`);
  }
  return hash.digest("hex");
}
