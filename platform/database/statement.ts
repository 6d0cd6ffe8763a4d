import { and, getTableColumns, getTableName, gte, ilike, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type pg from "pg";
import { toMidnight } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import type { Db, Tx } from "./transact.ts";

/**
 * Defines a function that sends a statement as soon as it is called. (A Drizzle query is sent when it is awaited.) In
 * `Row`, `bigint` and `numeric` are strings, and `timestamptz` is a `Date`.
 */
export const defineStatement =
  <Values extends readonly unknown[], Row extends object = never>(text: string) =>
  async (db: Db | Tx, ...values: Values): Promise<Row[]> =>
    // The cast is needed because pool and client declare different overloads of `query`.
    (await (db.$client as pg.PoolClient).query<Row>({ text, values: [...values] })).rows;

/** Like `inArray`, with the same SQL text for any number of keys, so that one prepared statement is enough. */
export const isAnyOf = (column: PgColumn, keys: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...keys])}::${sql.raw(column.getSQLType())}[])`;

/** Like `isAnyOf`, for a thousand keys or more: the planner then uses the column's index. */
export const isAnyOfMany = (column: PgColumn, keys: readonly string[]): SQL =>
  sql`${column} = any(array(select unnest(${sql.param([...keys])}::${sql.raw(column.getSQLType())}[])))`;

export const beginsWith = (column: PgColumn, prefix: string): SQL => ilike(column, `${escape(prefix)}%`);

export const contains = (column: PgColumn | SQL, part: string): SQL => ilike(column, `%${escape(part)}%`);

/**
 * Returns the condition that a time is on this day, such as 2026-11-20, in the shop's time zone. Without a day, returns
 * undefined, so that there is no condition.
 */
export function isOnDay(column: PgColumn, day: string | undefined): SQL | undefined {
  if (day === undefined) return undefined;
  const midnight = toMidnight(day);
  return and(gte(column, midnight), lt(column, new Date(midnight.getTime() + DAY)));
}

const escape = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");

type NewRow<Row> = Partial<Row> &
  Pick<Row, { [Column in keyof Row]: null extends Row[Column] ? never : Column }[keyof Row]>;

export function defineInsert<Table extends PgTable>(table: Table) {
  const compose = composeInsert(table);
  return async (tx: Tx, rows: readonly NewRow<Table["$inferSelect"]>[]): Promise<unknown> =>
    tx.$client.query(compose(rows));
}

/** Inserts of several rows all have the same SQL text, so that PostgreSQL plans it once. */
export function composeInsert<Table extends PgTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table));
  const into = `insert into ${getTableName(table)} (${columns.map(([, { name }]) => name).join(", ")})`;
  const singleRowSql = `${into} values (${columns.map((_, at) => `$${at + 1}`).join(", ")})`;
  const manyRowsSql = `${into} select * from unnest(${columns.map(([, column], at) => `$${at + 1}::${column.getSQLType()}[]`).join(", ")})`;
  return (rows: readonly NewRow<Table["$inferSelect"]>[]): pg.QueryConfig => {
    const [first] = rows;
    const toValues = (row: Record<string, unknown>) =>
      columns.map(([key, column]) => {
        const value = row[key];
        return value === null || value === undefined ? null : column.mapToDriverValue(value);
      });
    if (first && rows.length === 1) return { text: singleRowSql, values: toValues(first) };
    const valuesOfRows = rows.map(toValues);
    return { text: manyRowsSql, values: columns.map((_, at) => valuesOfRows.map((values) => values[at])) };
  };
}

export const ROWS_AT_ONCE = 500;

export function* splitIntoChunks<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += ROWS_AT_ONCE) yield list.slice(from, from + ROWS_AT_ONCE);
}

/** Returns the assignments of `on conflict do update`: all columns of the new row except those in `except`. */
export const setExcluded = (
  columns: Record<string, { name: string }>,
  except: readonly string[],
): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([key]) => !except.includes(key))
      .map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
  );
