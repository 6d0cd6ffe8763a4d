import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { hasTests, testFiles } from "./test-files.ts";

test("a run of named tests starts a database or a browser only if one of these tests uses it", () => {
  const needed = (...filters: string[]) => [hasTests("features", filters), hasTests("journeys", filters)];
  expect(needed("totals")).toEqual([false, false]);
  expect(needed("place-order")).toEqual([true, false]);
  expect(needed("tests/journeys")).toEqual([false, true]);
  expect(needed("totals", "checkout.journey")).toEqual([false, true]);
  expect(needed()).toEqual([true, true]);
});

test("every test file belongs to a Vitest project", () => {
  const cwd = path.resolve(import.meta.dirname, "..");
  const exclude = ["**/node_modules/**", "dist/**"];
  const all = globSync("**/*.{test.ts,test.tsx,journey.ts}", { cwd, exclude });
  const inProjects = new Set(globSync(Object.values(testFiles).flat(), { cwd, exclude }));
  expect(all.filter((file) => !inProjects.has(file))).toEqual([]);
});
