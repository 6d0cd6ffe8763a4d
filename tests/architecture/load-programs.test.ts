import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "../load/mutants/promises.ts";
import { findUnplayable } from "../load/play.ts";

const scenarios = [
  { name: "kill", engines: ["embedded", "server"] },
  { name: "cached-pages", engines: ["embedded"] },
] as const;

test("what would play nothing, or less than was named, is an error that says what there is", () => {
  expect(findUnplayable(scenarios, [], ["embedded", "server"])).toBeNull();
  expect(findUnplayable(scenarios, ["kill"], ["server"])).toBeNull();
  expect(findUnplayable(scenarios, ["cached-pages"], ["server"])).toBe(
    '"cached-pages" is played on embedded only.',
  );
  expect(findUnplayable(scenarios, ["kill", "typo"], ["server"])).toBe('There is no "typo".');
  expect(findUnplayable(scenarios, [], [])).toMatch("There are two engines");
  expect(findUnplayable(scenarios.slice(1), [], ["server"])).toBe("Nothing is played on this engine.");
});

test.each(mutants.map((mutant) => [mutant.broken, mutant] as const))(
  "%s: the mutant can still be made, and what proves the promise is there",
  (_, { file, from, to, proof }) => {
    expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
    expect(to).not.toBe(from);
    if ("test" in proof) expect(readFileSync(proof.test, "utf8")).toContain(proof.title);
    else expect(existsSync(`scripts/${proof.program}.mjs`)).toBe(true);
  },
);
