import path from "node:path";
import { pathToFileURL } from "node:url";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { listFiles, root } from "./sources.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

test.for(listFiles("{platform,shop}/**/tables.ts"))(
  "the tables in %s have the same columns as in the migrated database",
  async (file) => {
    const exported = (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>;
    const tables = Object.values(exported).filter((value): value is PgTable => is(value, PgTable));
    const described = Object.fromEntries(
      tables.map((table) => [getTableName(table), listDescribedColumns(table)]),
    );
    const inDatabase = Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [getTableName(table), await readColumns(getTableName(table))] as const),
      ),
    );
    expect(described).toEqual(inDatabase);
  },
);

/** Columns that only the previous version uses. The next migration that may break that version drops them. */
const outdated = [
  "payment.flag",
  "product.listed_price",
  "product.listed_original_price",
  "product.listed_discount",
  "product.listed_collection",
  "product.fingerprint",
  "product.from_spreadsheet",
  "stock.listed",
  "catalogue_edition.listed",
];

type Columns = Record<string, string>;

function listDescribedColumns(table: PgTable): Columns {
  const { columns, primaryKeys } = getTableConfig(table);
  const inKey = new Set(primaryKeys.flatMap((key) => key.columns.map(({ name }) => name)));
  return Object.fromEntries(
    columns.map((column) => {
      const required = column.notNull || column.primary || inKey.has(column.name);
      return [column.name, `${toUsualName(column.getSQLType())}${required ? " not null" : ""}`];
    }),
  );
}

async function readColumns(table: string): Promise<Columns> {
  const { rows } = await database.pool.query<{ name: string; type: string; required: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required
       from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [table],
  );
  return Object.fromEntries(
    rows
      .filter(({ name }) => !outdated.includes(`${table}.${name}`))
      .map(({ name, type, required }) => [name, `${toUsualName(type)}${required ? " not null" : ""}`]),
  );
}

/** Returns PostgreSQL's name of a column type. Drizzle uses another name for some types. */
const toUsualName = (type: string): string =>
  type
    .replaceAll(/, /g, ",")
    .replace(/^timestamp(\(\d\))? with time zone$/, "timestamptz$1")
    .replace(/^varchar/, "character varying");
