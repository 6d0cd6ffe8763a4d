import { sql, type SQL } from "drizzle-orm";

/** How many rows one statement reads or writes. */
export const ROWS_AT_ONCE = 500;

/** A long list in parts that one statement can write. */
export function* splitIntoChunks<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += ROWS_AT_ONCE) yield list.slice(from, from + ROWS_AT_ONCE);
}

/** What `on conflict do update` sets where the row that came wins, but for some columns. Gives SQL. */
export const setExcluded = (
  columns: Record<string, { name: string }>,
  except: readonly string[],
): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([key]) => !except.includes(key))
      .map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
  );
