import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getTestFile, mutants } from "../load/mutants/promises.ts";

test("no two mutants (deliberate bugs) break the same promise", () => {
  expect(new Set(mutants.map(({ promise }) => promise)).size).toBe(mutants.length);
});

test.each(mutants)(
  "the mutant (deliberate bug) '$broken' can be applied to the code, and the test that must detect it exists",
  (mutant) => {
    expect(readFileSync(mutant.file, "utf8").split(mutant.from)).toHaveLength(2);
    expect(mutant.to).not.toBe(mutant.from);
    expect(readFileSync(getTestFile(mutant), "utf8")).toContain(mutant.title);
  },
);
