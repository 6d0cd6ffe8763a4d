// Reads what the test runners wrote down, and adds it up.

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

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

/** What failed in a Vitest report, one entry a test: its file, its name, the first lines of its error. */
export function listFailuresOfVitest(file) {
  return (read(file)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [describeFailure(name, "", message)] : [];
    return failed.map(({ fullName, failureMessages }) =>
      describeFailure(name, fullName, failureMessages[0] ?? ""),
    );
  });
}

/** What failed in a Playwright report, or needed a second try. */
export function listFailuresOfPlaywright(file) {
  const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];
  return listSpecs(read(file) ?? {}).flatMap(({ file: path, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => {
        const error = results.flatMap(({ errors }) => errors)[0]?.message ?? "";
        return describeFailure(path, `[${projectName}] ${title}`, error);
      }),
  );
}

const LINES_OF_AN_ERROR = 12;

function describeFailure(path, title, error) {
  const lines = stripVTControlCharacters(error).split("\n").slice(0, LINES_OF_AN_ERROR);
  return [`✗ ${path.replace(resolveFromRoot("/"), "")} ${title}`, ...lines].join("\n    ");
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** A runner that ends badly without naming a test has failed all the same. */
function checkHonest(passed, failed, exitCode) {
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}
