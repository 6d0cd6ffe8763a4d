import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./sources.ts";
import { listTests, type TitledTest } from "./titles.ts";

/** Returns the sections of product.md (`§2.8`), decisions of readings.md (`D41`) and threats of security.md (`T12`). */
export function listClauses(): string[] {
  const read = (name: string) => readFileSync(path.join(root, "docs/developers", name), "utf8");
  const sections = [...read("product.md").matchAll(/^#{2,3} (§\d+(?:\.\d+)?)\b/gm)].map(([, id = ""]) => id);
  const decisions = [...read("readings.md").matchAll(/^#{2,4} ((?:D\d+ )+)/gm)].flatMap(([, ids = ""]) =>
    ids.trim().split(" "),
  );
  const threats = [...read("security.md").matchAll(/^\| (T\d+) \|/gm)].map(([, id = ""]) => id);
  return [...sections, ...decisions, ...threats];
}

export function listTestsByClause(): Map<string, TitledTest[]> {
  const tests = new Map<string, TitledTest[]>();
  for (const test of listTests()) {
    const clauses = test.title.match(/(?<!security )§\d+(?:\.\d+)?|\b[DT][1-9]\d*\b/g) ?? [];
    for (const clause of new Set(clauses)) tests.set(clause, [...(tests.get(clause) ?? []), test]);
  }
  return tests;
}
