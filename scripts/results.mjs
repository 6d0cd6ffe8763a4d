// Reads what the test runners wrote down, and adds it up.

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

import { resolveFromRoot } from "./root.mjs";

const FOLDER = resolveFromRoot(".cache", "test");

/** The file for a runner's JSON report; an earlier report there is removed. */
export function reportFile(runner) {
  mkdirSync(FOLDER, { recursive: true });
  const file = resolveFromRoot(".cache", "test", `${runner}.json`);
  rmSync(file, { force: true });
  return file;
}

/** `{ passed, failed }` of a Vitest report. A file that could not be loaded is one failure. */
export function countVitest(file, exitCode) {
  const report = read(file);
  const unloadable = (report?.testResults ?? []).filter(
    (result) =>
      result.status === "failed" && !result.assertionResults.some((test) => test.status === "failed"),
  ).length;
  return checkHonest(report?.numPassedTests ?? 0, (report?.numFailedTests ?? 0) + unloadable, exitCode);
}

/** `{ passed, failed }` of a Playwright report; a journey that needed a second try counts as failed. */
export function countPlaywright(file, exitCode) {
  const stats = read(file)?.stats;
  return checkHonest(stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), exitCode);
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** A runner that ends badly without naming a test has failed all the same. */
function checkHonest(passed, failed, exitCode) {
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}
