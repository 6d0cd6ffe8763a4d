import { createHash } from "node:crypto";
import type pg from "pg";
import { ROWS_AT_ONCE } from "../database/bulk-writes.ts";
import type { TableFoot } from "./format.ts";

/** `socket_io_attachments` was a library's, until migration 0029; a backup from before that does not hold it. */
const EXCLUDED = ["migration", "socket_io_attachments"];

/** Has every value written as the same text on every server. For one transaction. */
export const SAME_TEXTS =
  "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; " +
  "set local bytea_output = 'hex'; set local extra_float_digits = 1";

/** A table of the database's present schema. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** What its rows are sorted by. */
  key: string[];
}

/** Every table that must survive, those that are pointed at first. What is unlogged is meant to be lost. */
export async function findTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table & { pointsAt: string[] }>(FIND, [EXCLUDED]);
  const sorted: Table[] = [];
  let left = rows;
  while (left.length > 0) {
    const waits = (name: string) => left.some((table) => table.name === name);
    const ready = left.filter(({ pointsAt }) => !pointsAt.some(waits));
    if (ready.length === 0) throw new Error("These tables point at each other in a circle.");
    sorted.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return sorted;
}

const FIND = `
  select c.relname as name,
         (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                           order by a.attnum)
            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         (select coalesce(jsonb_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]')
            from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
           where i.indrelid = c.oid and i.indisprimary) as key,
         (select coalesce(jsonb_agg(distinct f.relname), '[]')
            from pg_constraint p join pg_class f on f.oid = p.confrelid
           where p.conrelid = c.oid and p.contype = 'f' and p.confrelid <> c.oid) as "pointsAt"
    from pg_class c
   where c.relnamespace = current_schema()::regnamespace
     and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> all($1)
   order by c.relname`;

/** The rows of a table as lines, some at a time; in a transaction. A row is the same line on every engine. */
export async function* streamLines(
  client: pg.PoolClient,
  { name, columns, key }: Table,
): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${quoteName(column.name)}::text`).join(", ");
  const order = key.map((column) => `${quoteName(column)}::text collate "C"`).join(", ");
  await client.query(
    `declare every_row no scroll cursor for
     select json_build_array(${values})::text as line from ${quoteName(name)} order by ${order || "1"}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from every_row`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query("close every_row");
}

/** Counts and hashes rows as they pass. */
export function createTally(table: string): { add(lines: readonly string[]): void; foot(): TableFoot } {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(lines) {
      rows += lines.length;
      for (const line of lines) hash.update(line).update("\n");
    },
    foot: () => ({ table, rows, sha256: hash.digest("hex") }),
  };
}

/** Puts lines with the values of a table's columns into it. */
export async function insertLines(
  client: pg.PoolClient,
  { name, columns }: Table,
  lines: readonly string[],
): Promise<void> {
  const values = columns.map(({ type }, at) => `(row ->> ${at})::${type}`);
  await client.query(
    `insert into ${quoteName(name)} (${columns.map((column) => quoteName(column.name)).join(", ")})
     select ${values.join(", ")} from jsonb_array_elements($1::jsonb) as row`,
    [`[${lines.join(",")}]`],
  );
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
