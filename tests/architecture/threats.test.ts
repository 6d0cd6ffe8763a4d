import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRow, listTestsOfThreats, THREATS } from "./threats.ts";

/* The table of threats in docs/developers/security.md names the files with a test of each. */
const rows = readFileSync(THREATS, "utf8")
  .split("\n")
  .map(parseRow)
  .filter((row) => row !== null);

test("docs/developers/security.md has at most one row for each threat, in their order", () => {
  const numbers = rows.map(({ id }) => Number(id.slice(1)));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  expect(numbers.slice(0, 57)).toEqual(Array.from({ length: 57 }, (_, index) => index + 1));
});

test("each row names the files with a test of that threat, and calls a proof missing only if there is none", () => {
  const tests = listTestsOfThreats();
  const wrong = rows.flatMap(({ id, files }) => {
    const proofs = tests.get(id) ?? [];
    const stale = files.filter((file) => !proofs.includes(file));
    return files.length === 0
      ? proofs.map((file) => `${id} is not missing: ${file}`)
      : stale.map((file) => `${id}: ${file}`);
  });
  expect(wrong, "node tests/architecture/write-threats.ts writes the table anew").toEqual([]);
});

test("no test names a threat that is not in the table", () => {
  const known = new Set(rows.map(({ id }) => id));
  expect([...listTestsOfThreats().keys()].filter((id) => !known.has(id))).toEqual([]);
});
