import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./sources.ts";

/*
 * Every statement of the previous version must work after a migration, because both versions run side by side during an
 * upgrade, and because an owner can go back to the previous version with the migrated database.
 */

/** Only later migrations are checked. Before them, the shop ran as one process, so versions never ran side by side. */
const LAST_BEFORE_THE_RULE = "0033";

/** These migrations make a constraint less strict, so it allows all values of earlier versions. */
const loosening = [
  "0044",
  "0051",
  "0052",
  "0053",
  "0086",
  "0090",
  "0106",
  "0113",
  "0117",
  "0119",
  "0120",
  "0123",
  "0146",
];

const MARK = /^-- Breaks earlier versions: \S/m;

const breaking: readonly [what: string, statement: RegExp][] = [
  ["drops", /^drop (table|view|materialized view|function|trigger|type|schema|sequence|index)\b/],
  ["drops", /^alter table .*\bdrop (column|constraint)\b/],
  ["renames", /^alter \w+ .*\brename\b/],
  ["changes a type", /^alter table .*\balter (column )?\S+ (set data )?type\b/],
  ["forbids null", /^alter table .*\balter (column )?\S+ set not null\b/],
  ["adds a column that has to be given", /^alter table .*\badd (column )?(?!.*\bdefault\b).*\bnot null\b/],
  ["forbids rows", /^alter table .*\badd (constraint .*)?(check|unique|primary key|foreign key|exclude)\b/],
  ["forbids rows", /^create unique index\b/],
  ["takes rows away", /^(truncate|delete)\b/],
];

const listStatements = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim().toLowerCase())
    .filter((statement) => statement !== "");

/** Returns the statements that would break the previous version, except on tables that the migration creates. */
function findBreaking(sql: string): string[] {
  if (MARK.test(sql)) return [];
  const statements = listStatements(sql);
  const newTables = statements.flatMap(
    (each) => /^create table (?:if not exists )?(\w+)/.exec(each)?.slice(1) ?? [],
  );
  const isOfOwn = (statement: string) =>
    newTables.some((table) => new RegExp(`\\b${table}\\b`).test(statement));
  return statements
    .filter((statement) => !isOfOwn(statement))
    .flatMap((statement) =>
      // Each part of `alter table a add b …, add c …` is checked separately.
      breaking
        .filter(([, sort]) => splitActions(statement).some((part) => sort.test(part)))
        .map(([what]) => `${what}: ${statement}`),
    );
}

function splitActions(statement: string): string[] {
  const [, head, actions] = /^(alter table (?:only )?\S+) (.*)$/.exec(statement) ?? [];
  if (head === undefined || actions === undefined) return [statement];
  return actions.split(/,\s*(?=(?:add|drop|alter|rename)\b)/).map((action) => `${head} ${action}`);
}

const files = readdirSync(path.join(root, "migrations")).filter(
  (name) => name.slice(0, 4) > LAST_BEFORE_THE_RULE && !loosening.includes(name.slice(0, 4)),
);

test("a migration works with the previous version, or declares that it breaks earlier versions", () => {
  const breaking = files.flatMap((name) =>
    findBreaking(readFileSync(path.join(root, "migrations", name), "utf8")).map((what) => `${name} ${what}`),
  );
  expect(breaking).toEqual([]);
});

test("a migration that breaks the previous version is reported, and a migration that only adds to the schema is not", () => {
  for (const sql of [
    "drop table jug",
    "alter table jug add column litres integer default 1, drop column size",
    "alter table jug rename column size to litres",
    "ALTER TABLE jug\n  ALTER COLUMN size TYPE bigint",
    "alter table jug add litres integer not null",
    "alter table jug add column a integer, alter b set not null",
    "alter table jug add constraint sane check (size > 0)",
    "create unique index jug_once on jug (size)",
    "delete from jug",
  ])
    expect(findBreaking(`-- a jug\n${sql};`), sql).toHaveLength(1);
  for (const sql of [
    "create table cup (name text not null, size integer check (size > 0)); create unique index cup_once on cup (name)",
    "alter table jug add column litres integer not null default 1, add note text",
    "create index jug_of_size on jug (size) where note <> 'drop table jug'",
    "create function f() returns trigger language plpgsql as $$ begin delete from jug; end $$",
    "alter table jug alter column size drop not null",
    "-- Breaks earlier versions: a jug is a bowl now\nalter table jug rename to bowl",
  ])
    expect(findBreaking(sql), sql).toEqual([]);
});
