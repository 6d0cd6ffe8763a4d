import { expect, test } from "vitest";
import { listClauses, listTestsByClause } from "./clauses.ts";
import { findTests } from "./titles.ts";

/** Clauses without a test, because they only define terms. */
const WITHOUT_TEST = ["§1", "§2"];

const tests = listTestsByClause();

test("every clause with a rule, every decision and every threat is in the title of a test that `npm test` runs", () => {
  const clauses = listClauses().filter((clause) => !WITHOUT_TEST.includes(clause));
  expect(clauses.length).toBeGreaterThan(120);
  expect(clauses.filter((clause) => !tests.get(clause)?.some(({ isLong }) => !isLong))).toEqual([]);
});

test("no test title names a clause that does not exist", () => {
  const clauses = new Set(listClauses());
  const unknown = [...tests].filter(([clause]) => !clauses.has(clause));
  expect(unknown.map(([clause, [first]]) => `${clause}: ${first?.file ?? ""}`)).toEqual([]);
});

test("a test tagged @long, or in a group tagged @long, does not count as part of `npm test`", () => {
  const text = `
    test("a tagged test belongs to the long run", { tag: "@long" }, () => {});
    test.describe("tests of a tagged group are long", { tag: ["@front", "@long"] }, () => test("a test in a tagged group is long", () => {}));
    test("a test that is tagged only under a condition is not long", { tag: isLong ? "@long" : "@front" }, () => {});
    test("an untagged test is not long", () => {});`;
  const long = findTests("a.journey.ts", text).filter(({ isLong }) => isLong);
  expect(long.map(({ title }) => title)).toEqual([
    "a tagged test belongs to the long run",
    "tests of a tagged group are long",
    "a test in a tagged group is long",
  ]);
});
