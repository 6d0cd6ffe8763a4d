import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  resolveImport,
  listFiles,
  listImports,
  getOwner,
  root,
  sources,
  type Source,
  parseSource,
} from "./sources.ts";
import { isPiece, getText } from "./pieces.ts";

const ownerOfTable = new Map(
  sources
    .filter(({ file }) => file.endsWith("/tables.ts"))
    .flatMap((source) => listTableNames(source).map((name) => [name, getOwner(source.file)] as const)),
);

const variablesOfTables = new Set(
  sources
    .filter(({ file }) => file.endsWith("/tables.ts"))
    .flatMap(({ text }) => [...text.matchAll(/export const (\w+) = pgTable/g)].map(([, name]) => name ?? "")),
);

/** Tables that belong to no feature. */
const OTHER_TABLES = [
  // A library used this table until migration 0029.
  "socket_io_attachments",
  "migration",
  // The previous version still needs the tables below.
  "own_couriers",
  "special_offer",
  "operator_mail_link",
];

test("a feature's tables are only imported inside that feature", () => {
  const strangers = sources.flatMap((source) =>
    listImports(source)
      .map((specifier) => resolveImport(specifier, source.file))
      .filter((target) => target?.endsWith("/tables.ts") && getOwner(target) !== getOwner(source.file))
      .map((target) => `${source.file} imports ${target}`),
  );
  expect(strangers).toEqual([]);
});

test("a feature's public API exports no table", () => {
  expect(sources.flatMap(findExportedTables)).toEqual([]);
});

test("the SQL of a feature names only its own tables", () => {
  expect(sources.flatMap(findForeignSql)).toEqual([]);
});

test.each([
  "export * from './tables.ts';",
  "export { orders } from './tables.ts';",
  "import { orders } from './tables.ts'; export { orders };",
])("the check of public APIs detects an exported table: %s", (planted) => {
  expect(findExportedTables(parseSource("shop/orders/server/index.ts", planted))).toHaveLength(1);
});

test.each([
  "with x as (select 1) update some_table set stock = 1",
  "select 1 from other o join some_table s on true",
  "select 1 from other, some_table",
  'delete from "some_table" where true',
])("SQL that names another feature's table is reported: %s", (statement) => {
  ownerOfTable.set("some_table", "orders");
  const planted = `const q = sql\`${statement}\`; sql\`select 1 for update skip locked\`;`;
  expect(findForeignSql(parseSource("shop/cart/server/steal.ts", planted))).toHaveLength(1);
  expect(findForeignSql(parseSource("shop/orders/server/own.ts", planted))).toEqual([]);
  ownerOfTable.delete("some_table");
});

test("every table belongs to exactly one feature and has no foreign key to another feature's table", () => {
  const statements = listFiles("migrations/*.sql").flatMap((file) =>
    splitStatements(readFileSync(path.join(root, file), "utf8")).map((statement) => ({ file, statement })),
  );
  const dropped = new Set(
    statements.flatMap(({ statement }) =>
      [...statement.matchAll(/\bdrop constraint "?(\w+)"?/gi)].map(([, constraint]) => constraint),
    ),
  );
  const wrong = statements.flatMap(({ file, statement }) => {
    const table = /^create (?:unlogged )?table (?:if not exists )?"?(\w+)"?|^alter table "?(\w+)"?/i.exec(
      statement,
    );
    const name = table?.[1] ?? table?.[2];
    if (name === undefined || OTHER_TABLES.includes(name)) return [];
    const owner = ownerOfTable.get(name);
    if (owner === undefined) return [`${file}: no tables.ts describes ${name}`];
    return [...statement.matchAll(/\breferences "?(\w+)"?/gi)]
      .filter(({ 1: target = "", index }) => {
        const column = statement.slice(0, index).split("\n").at(-1)?.trim().split(" ")[0];
        return ownerOfTable.get(target) !== owner && !dropped.has(`${name}_${column}_fkey`);
      })
      .map(([, target]) => `${file}: ${name} references ${target}, another feature's table`);
  });
  expect(wrong).toEqual([]);
});

function findExportedTables({ file, text }: Source): string[] {
  if (!file.endsWith("/server/index.ts")) return [];
  const isAll = /export \* from ["'][^"']*tables\.ts["']/.test(text) ? ["*"] : [];
  const named = [...text.matchAll(/export \{([^}]*)\}/g)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => variablesOfTables.has(name));
  return [...isAll, ...named].map((name) => `${file} exports ${name}`);
}

function findForeignSql(source: Source): string[] {
  const named = [
    /\b(?:insert\s+into|delete\s+from|update|from|join)\s+"?(\w+)"?(?=[\s(),;…]|$)/gi,
    /\bfrom\s+\w+(?:\s+\w+)?\s*,\s*"?(\w+)"?/gi,
  ];
  return source.pieces
    .map((piece) => getText(piece) ?? "")
    .filter((text) => /\b(?:select|insert|update|delete|with)\b/i.test(text))
    .flatMap((text) => named.flatMap((pattern) => [...text.matchAll(pattern)]))
    .map(([, table = ""]) => table)
    .filter((table) => ownerOfTable.has(table) && ownerOfTable.get(table) !== getOwner(source.file))
    .map((table) => `${source.file} names ${table}, which belongs to ${ownerOfTable.get(table)}`);
}

function listTableNames({ pieces }: Source): string[] {
  return pieces
    .filter(
      ({ type, callee }) => type === "CallExpression" && isPiece(callee) && callee["name"] === "pgTable",
    )
    .map((call) => getText((call["arguments"] as unknown[])[0]) ?? "");
}

const splitStatements = (sql: string) =>
  sql
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim());
