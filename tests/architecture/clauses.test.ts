import { expect, test } from "vitest";
import { listClauses, listTestsByClause } from "./clauses.ts";

/** Clauses that say what others mean, and one that is not built yet: "+ GST" beside a card's price (D106). */
const WITHOUT_TEST = ["§1", "§2", "D96", "D106"];

test("every clause of the specification, its readings and the threats has a test that names it", () => {
  const tests = listTestsByClause();
  const clauses = listClauses().filter((clause) => !WITHOUT_TEST.includes(clause));
  expect(clauses.length).toBeGreaterThan(120);
  expect(clauses.filter((clause) => !tests.has(clause))).toEqual([]);
});

test("no test names a clause that is not there", () => {
  const clauses = new Set(listClauses());
  const unknown = [...listTestsByClause()].filter(([clause]) => !clauses.has(clause));
  expect(unknown.map(([clause, [first]]) => `${clause}: ${first?.file ?? ""}`)).toEqual([]);
});
