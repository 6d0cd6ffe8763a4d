import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "../load/mutants/promises.ts";
import { findUnplayable } from "../load/play.ts";

const scenarios = [
  { name: "kill", engines: ["embedded", "server"] },
  { name: "cached-pages", engines: ["embedded"] },
] as const;

test("a load program that would run nothing, or less than was named, says what there is", () => {
  expect(findUnplayable(scenarios, [], ["embedded", "server"])).toBeNull();
  expect(findUnplayable(scenarios, ["kill"], ["server"])).toBeNull();
  expect(findUnplayable(scenarios, ["cached-pages"], ["server"])).toBe(
    '"cached-pages" is played on embedded only.',
  );
  expect(findUnplayable(scenarios, ["kill", "typo"], ["server"])).toBe('There is no "typo".');
  expect(findUnplayable(scenarios, [], [])).toMatch("There are two engines");
  expect(findUnplayable(scenarios.slice(1), [], ["server"])).toBe("Nothing is played on this engine.");
});

test("each mutant has its own name, because the table in docs/security.md goes by it", () => {
  expect(new Set(mutants.map(({ promise }) => promise)).size).toBe(mutants.length);
});

test.each(mutants)("the mutant '$broken' can be made, and its test exists", (mutant) => {
  expect(readFileSync(mutant.file, "utf8").split(mutant.from)).toHaveLength(2);
  expect(mutant.to).not.toBe(mutant.from);
  expect(readFileSync(mutant.test, "utf8")).toContain(mutant.title);
});
