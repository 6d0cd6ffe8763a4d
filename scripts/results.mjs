// The results of the last test run, stored in .cache/test.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

import { say } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

const REPORTS = ["features", "others", "journeys"];
const LINES_OF_AN_ERROR = 12;
const MOST_EXPENSIVE = 20;

const getReportFile = (part) => resolveFromRoot(".cache", "test", `${part}.json`);

export const removeReport = (part) => rmSync(getReportFile(part), { force: true });

/** Writes `{ tests: [{ file, project, title, seconds, state, error }], files: [{ file, project, seconds }] }`. */
export function writeReport(part, report) {
  mkdirSync(resolveFromRoot(".cache", "test"), { recursive: true });
  writeFileSync(getReportFile(part), JSON.stringify(report));
}

export const createStrayFailure = (error) => ({
  file: "",
  project: "",
  title: "an error outside of any test",
  seconds: 0,
  state: "failed",
  error,
});

const readReport = (part) =>
  existsSync(getReportFile(part))
    ? JSON.parse(readFileSync(getReportFile(part), "utf8"))
    : { tests: [], files: [] };

/** Returns `{ passed, failures, workerSeconds }` of a part. Each failure is a text with the file, title and error. */
export function readResults(part, exitCode) {
  const { tests, files } = readReport(part);
  const failures = tests.filter(({ state }) => state === "failed").map(describeFailure);
  if (exitCode !== 0 && failures.length === 0) failures.push(`✗ ${part} ended with exit code ${exitCode}`);
  return {
    passed: tests.filter(({ state }) => state === "passed").length,
    failures,
    workerSeconds: sumSeconds(files ?? tests),
  };
}

function describeFailure({ file, project, title, error }) {
  const lines = stripVTControlCharacters(error).split("\n").slice(0, LINES_OF_AN_ERROR);
  return [`✗ ${file} [${project}] ${title}`, ...lines].join("\n    ");
}

export function printTimes() {
  const reports = REPORTS.map(readReport);
  const tests = reports.flatMap((report) => report.tests);
  if (tests.length === 0) {
    say("There is no report yet. Run `npm test` first.");
    return;
  }
  const files = reports.flatMap((report) => report.files ?? addUpByFile(report.tests));
  printMostExpensive("files", files, ({ file, project }) => `${file} [${project}]`);
  printMostExpensive("tests", tests, ({ file, project, title }) => `${title}  (${file} [${project}])`);
}

function printMostExpensive(what, all, format) {
  const chosen = all.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST_EXPENSIVE);
  say(`\nThe most expensive of ${all.length} ${what} (${sumSeconds(all).toFixed(0)} worker seconds in all):`);
  for (const each of chosen) say(`${each.seconds.toFixed(1).padStart(7)} s  ${format(each)}`);
}

const addUpByFile = (tests) =>
  [...Map.groupBy(tests, ({ file, project }) => `${file} ${project}`).values()].map((group) => ({
    ...group[0],
    seconds: sumSeconds(group),
  }));

const sumSeconds = (list) => list.reduce((sum, { seconds }) => sum + seconds, 0);
