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

/** The owner of each table that a `tables.ts` declares. */
const ownerOfTable = new Map(
  sources
    .filter(({ file }) => file.endsWith("/tables.ts"))
    .flatMap((source) => listTableNames(source).map((name) => [name, getOwner(source.file)] as const)),
);

/** The first was a library's, until migration 0029. Only the version before uses the last three. */
const OTHER_TABLES = [
  "socket_io_attachments",
  "migration",
  "own_couriers",
  "special_offer",
  "operator_mail_link",
];

test("a feature's tables are imported inside that feature only", () => {
  const strangers = sources.flatMap((source) =>
    listImports(source)
      .map((specifier) => resolveImport(specifier, source.file))
      .filter((target) => target?.endsWith("/tables.ts") && getOwner(target) !== getOwner(source.file))
      .map((target) => `${source.file} imports ${target}`),
  );
  expect(strangers).toEqual([]);
});

test("a feature writes its own tables only", () => {
  expect(sources.flatMap(findForeignWrites)).toEqual([]);
});

test("a write to another feature's table is noticed", () => {
  ownerOfTable.set("some_table", "orders");
  const planted =
    "const q = sql`with x as (select 1) update some_table set stock = ${n}`; sql`select 1 for update skip locked`;";
  expect(findForeignWrites(parseSource("shop/cart/server/steal.ts", planted))).toHaveLength(1);
  expect(findForeignWrites(parseSource("shop/orders/server/own.ts", planted))).toEqual([]);
  ownerOfTable.delete("some_table");
});

test("every table belongs to exactly one feature and has no foreign key to another feature's table", () => {
  const statements = listFiles("migrations/*.sql").flatMap((file) =>
    splitStatements(readFileSync(path.join(root, file), "utf8")).map((statement) => ({ file, statement })),
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
      .filter(([, target]) => ownerOfTable.get(target ?? "") !== owner)
      .map(([, target]) => `${file}: ${name} references ${target}, another feature's table`);
  });
  expect(wrong).toEqual([]);
});

function findForeignWrites(source: Source): string[] {
  const writes = /\b(?:insert\s+into|delete\s+from|update)\s+"?(\w+)"?(?=[\s(…]|$)/gi;
  return source.pieces
    .map((piece) => getText(piece) ?? "")
    .flatMap((text) => [...text.matchAll(writes)].map(([, table]) => table ?? ""))
    .filter((table) => ownerOfTable.has(table) && ownerOfTable.get(table) !== getOwner(source.file))
    .map((table) => `${source.file} writes ${table}, which belongs to ${ownerOfTable.get(table)}`);
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
