import { getTableColumns, getTableName, ilike, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type pg from "pg";
import type { Db, Tx } from "./transact.ts";

/**
 * A statement for frequent calls, written in SQL once instead of being composed for each use. It is sent when it is
 * called, so statements of one transaction arrive in call order. `Row` has the types of `pg`: `bigint` and `numeric`
 * are strings, `timestamptz` is a `Date`.
 */
export const defineStatement =
  <Values extends readonly unknown[], Row extends object = never>(text: string) =>
  async (db: Db | Tx, ...values: Values): Promise<Row[]> =>
    // Pool and client share the signature, but not the overloads.
    (await (db.$client as pg.PoolClient).query<Row>({ text, values: [...values] })).rows;

/**
 * Like `inArray`, but with the same SQL text for any number of keys, so that PostgreSQL and `pg` need only one prepared
 * statement.
 */
export const isAnyOf = (column: PgColumn, keys: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...keys])}::${sql.raw(column.getSQLType())}[])`;

/**
 * Like `isAnyOf` for a thousand keys and more, using the column's index. For a long list, the planner would otherwise
 * read the full table.
 */
export const isAnyOfMany = (column: PgColumn, keys: readonly string[]): SQL =>
  sql`${column} = any(array(select unnest(${sql.param([...keys])}::${sql.raw(column.getSQLType())}[])))`;

/** Matches texts that begin with this one, ignoring case. */
export const beginsWith = (column: PgColumn, prefix: string): SQL =>
  ilike(column, `${prefix.replaceAll(/[\\%_]/g, "\\$&")}%`);

/** Inserts complete rows of a table, including nulls. */
type InsertRows<Table extends PgTable> = (tx: Tx, rows: readonly Table["$inferSelect"][]) => Promise<unknown>;

/** The INSERT of the busiest calls, for one row or many, as `composeInsert` writes it. */
export function defineInsert<Table extends PgTable>(table: Table): InsertRows<Table> {
  const compose = composeInsert(table);
  return async (tx, rows) => tx.$client.query(compose(rows));
}

/** Composes an insert with the same text for any number of rows, so that a server plans it once. */
export function composeInsert<Table extends PgTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table));
  const into = `insert into ${getTableName(table)} (${columns.map(([, { name }]) => name).join(", ")})`;
  const singleRowSql = `${into} values (${columns.map((_, at) => `$${at + 1}`).join(", ")})`;
  const manyRowsSql = `${into} select * from unnest(${columns.map(([, column], at) => `$${at + 1}::${column.getSQLType()}[]`).join(", ")})`;
  return (rows: readonly Table["$inferSelect"][]): pg.QueryConfig => {
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

/** Maximum number of rows in one statement. */
export const ROWS_AT_ONCE = 500;

/** Splits a long list into parts that fit into one statement. */
export function* splitIntoChunks<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += ROWS_AT_ONCE) yield list.slice(from, from + ROWS_AT_ONCE);
}

/** Returns SQL values for `on conflict do update` that take the new row except in some columns. */
export const setExcluded = (
  columns: Record<string, { name: string }>,
  except: readonly string[],
): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([key]) => !except.includes(key))
      .map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
  );
