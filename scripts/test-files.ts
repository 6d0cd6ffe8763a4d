// Lists the test files for Vitest's projects. `npm test` also uses the lists to decide whether it must start a database
// or a browser.

import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Test files by project. The tests of `features` need a database. */
export const testFiles = {
  unit: [
    "contract/**/*.test.ts",
    "shop/*/*.test.ts",
    "platform/**/*.test.ts",
    "server/**/*.test.ts",
    "desk/server/**/*.test.ts",
    "scripts/**/*.test.ts",
  ],
  dom: [
    "{client,ui,web}/**/*.test.{ts,tsx}",
    "desk/web/**/*.test.{ts,tsx}",
    "shop/*/web/**/*.test.{ts,tsx}",
    "tests/documented-calls/*.test.tsx",
  ],
  architecture: ["tests/architecture/**/*.test.ts"],
  features: ["shop/*/server/**/*.test.ts", "{platform,server,desk}/**/*.database.test.ts"],
  journeys: ["tests/journeys/*.journey.ts"],
} as const satisfies Record<string, readonly string[]>;

/** Lists the tests with `// @engine` at the top, which run on the embedded and on the server engine. */
export const listEngineTests = (): string[] =>
  globSync([...testFiles.features], { cwd: ROOT })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /^\/\/ @engine\b/m.test(readFileSync(path.join(ROOT, file), "utf8")));

/** Journeys in WebKit and Firefox. Only `npm test -- all` runs them. */
export const otherBrowsers = ["tests/journeys/other-browsers.journey.ts"] as const;

type TestProject = keyof typeof testFiles;

/** True if the project has a test file whose path contains one of these words. Without words, any test file counts. */
export const hasTests = (project: TestProject, filters: readonly string[]): boolean =>
  matchesAny(testFiles[project], filters);

export function matchesAny(patterns: readonly string[], filters: readonly string[]): boolean {
  const files = globSync([...patterns], { cwd: ROOT });
  return files.some(
    (file) => filters.length === 0 || filters.some((filter) => file.replaceAll("\\", "/").includes(filter)),
  );
}
