import { expect, test } from "vitest";
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
