import { readFileSync } from "node:fs";
import path from "node:path";
import { getRoot, getText } from "./pieces.ts";
import { listFiles, parseSource, root } from "./sources.ts";

const TESTS = [
  "{contract,platform,server,scripts}/**/*.test.ts",
  "{client,shop,ui,web}/**/*.test.{ts,tsx}",
  "tests/{architecture,journeys}/**/*.{test,journey}.ts",
];

/** A test that names a clause in its title. */
interface ClauseTest {
  file: string;
  title: string;
}

/** The clauses there are: sections of docs/product.md (`§2.8`), decisions of docs/readings.md (`D41`), threats of docs/security.md (`T12`). */
export function listClauses(): string[] {
  const read = (name: string) => readFileSync(path.join(root, "docs", name), "utf8");
  const sections = [...read("product.md").matchAll(/^#{2,3} (§\d+(?:\.\d+)?)\b/gm)].map(([, id = ""]) => id);
  const decisions = [...read("readings.md").matchAll(/^#{2,4} ((?:D\d+ )+)/gm)].flatMap(([, ids = ""]) =>
    ids.trim().split(" "),
  );
  const threats = [...read("security.md").matchAll(/^\| (T\d+) \|/gm)].map(([, id = ""]) => id);
  return [...sections, ...decisions, ...threats];
}

/** The tests of each clause, by the clauses in brackets at the end of their titles. */
export function listTestsByClause(): Map<string, ClauseTest[]> {
  const found = new Map<string, ClauseTest[]>();
  for (const file of listFiles(...TESTS)) {
    for (const title of listTitles(file)) {
      const clauses = title.match(/(?<!security )§\d+(?:\.\d+)?|\b[DT][1-9]\d*\b/g) ?? [];
      for (const clause of new Set(clauses))
        found.set(clause, [...(found.get(clause) ?? []), { file, title }]);
    }
  }
  return found;
}

/** Lists the titles of the tests in a file; a value filled into a title is `…`. */
const listTitles = (file: string): string[] =>
  parseSource(file, readFileSync(path.join(root, file), "utf8"))
    .pieces.filter(
      ({ type, callee }) =>
        type === "CallExpression" && ["test", "it", "describe"].includes(String(getRoot(callee))),
    )
    .flatMap((call) => getText((call["arguments"] as unknown[])[0]) ?? []);
