import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRow, listTestsOfThreats, THREATS } from "./threats.ts";

/* docs/security.md: threat → test. What it says is shown has a test of that number; what it calls missing has none. */
const rows = readFileSync(THREATS, "utf8")
  .split("\n")
  .map(parseRow)
  .filter((row) => row !== null);
const tests = listTestsOfThreats();
const MEND = "node tests/architecture/write-threats.ts writes the table anew";

test("every threat has its row", () => {
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 49 }, (_, index) => `T${index + 1}`));
});

test("every file it names has a test with the threat's number in its title", () => {
  const lies = rows.flatMap(({ id, files }) =>
    files.filter((file) => !tests.get(id)?.includes(file)).map((file) => `${id}: ${file}`),
  );
  expect(lies, MEND).toEqual([]);
});

test("what it calls missing is missing", () => {
  const stale = rows.filter(({ id, files }) => files.length === 0 && tests.has(id)).map(({ id }) => id);
  expect(stale, MEND).toEqual([]);
});

test("no test proves a threat that is not in the table", () => {
  const known = new Set(rows.map(({ id }) => id));
  expect([...tests.keys()].filter((id) => !known.has(id))).toEqual([]);
});
