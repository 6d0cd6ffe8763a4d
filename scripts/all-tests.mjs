// The steps of `npm test`, one after another, each with its seconds; runs on the shop's own Node.

import { findBrowser, installOtherBrowsers } from "./browser.mjs";
import { buildDeskIfNeeded } from "./build-desk.mjs";
import { buildIfNeeded } from "./build.mjs";
import { runChecks } from "./checks.mjs";
import { CannotGoOn } from "./install.mjs";
import { installPrograms } from "./machine.mjs";
import { startThrowawayPostgres } from "./postgres.mjs";
import { inherit, runLoudStep, say, stopAll } from "./progress.mjs";
import {
  countPlaywright,
  countVitest,
  listFailuresOfPlaywright,
  listFailuresOfVitest,
  reportFile,
} from "./results.mjs";
import { resolveFromRoot } from "./root.mjs";
import { isLongForm } from "../tests/support/long-form.ts";
import { hasTests, matchesAny, otherBrowsers } from "./test-files.ts";

/** The programs of tests/load that have a short form, and what else is said to them. */
const SHORT_LOADS = { cdn: [], chaos: [], cluster: [], diwali: ["--engine", "embedded"], failover: [] };

/** Tests that count system calls, with strace. */
const TRACED_TESTS = ["platform/database/embedded/embedded.database.test.ts"];

const started = performance.now();
const words = process.argv.slice(2);
/** `npm test -- changed [ref]`: what the changes since that commit can have broken. */
const changedSince = words[0] === "changed" ? (words[1] ?? "HEAD") : null;
/** `npm test -- all`: the short forms of the load programs as well. */
const withLoads = words.includes("all");
const filters = changedSince === null ? words.filter((word) => word !== "all") : [];
const journeys = hasTests("journeys", filters);
const tallies = [];
/** Said again at the end: what has failed is not to be looked for in the output of half an hour. */
const failures = [];
let postgres = { stop: async () => {} };
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void breakOff());

const node = process.execPath;
const env = { ...process.env, NODE_ENV: "test" };
const runTool = (path, args, more = {}) =>
  inherit(node, [resolveFromRoot("node_modules", path), ...args], {
    cwd: resolveFromRoot(),
    env: { ...env, ...more },
  });

const browser = journeys ? await runLoudStep("browser", () => findBrowser(node)) : null;
if (browser) say(`  ${browser}`);
if (isLongForm && matchesAny(otherBrowsers, filters)) await installOtherBrowsers();
if (process.platform === "linux" && matchesAny(TRACED_TESTS, filters))
  await installPrograms({ strace: "strace" });
// The documented copy of backups goes by rsync.
if (process.platform === "linux" && matchesAny(["tests/journeys/backups.journey.ts"], filters))
  await installPrograms({ rsync: "rsync" });
if (journeys || hasTests("features", filters)) await startPostgres();
try {
  // Beside the tests: the checks first, then the build that the journeys wait for.
  await Promise.all([runVitest(), filters.length === 0 ? checkAndBuild() : null]);
  if (journeys) await runJourneys();
  await runLoads();
} finally {
  await postgres.stop();
}
summarise();

async function checkAndBuild() {
  const failed = await runLoudStep("checks", () => runChecks(node));
  tallies.push({ passed: 0, failed });
  if (failed > 0) failures.push(`✗ ${failed} of the checks`);
  await buildOrSayWhy();
}

async function startPostgres() {
  postgres = await runLoudStep("PostgreSQL", startThrowawayPostgres);
  if (postgres.url) {
    env.TEST_POSTGRES_URL = postgres.url;
    return;
  }
  say(`  Skipped: every test on a PostgreSQL server. ${postgres.reason}`);
  postgres.stop = async () => {};
}

async function runVitest() {
  const report = reportFile("vitest");
  const args = [
    "run",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const code = await runLoudStep("unit, database and architecture tests", () =>
    runTool("vitest/vitest.mjs", [...args, ...(changedSince ? ["--changed", changedSince] : filters)]),
  );
  tallies.push(countVitest(report, code));
  failures.push(...listFailuresOfVitest(report));
}

async function runJourneys() {
  const shopIsBuilt = await check("build", () => buildOrSayWhy());
  if (!shopIsBuilt) return;
  if (!browser) {
    await check("journeys", async () => 1);
    return;
  }
  const report = reportFile("playwright");
  const more = { CHROMIUM_PATH: browser, JOURNEY_REPORT: report };
  const code = await runLoudStep("journeys", () =>
    runTool(
      "@playwright/test/cli.js",
      [
        "test",
        ...(changedSince
          ? [`--only-changed=${changedSince}`, "--pass-with-no-tests"]
          : filters.map(escapeFilter)),
      ],
      more,
    ),
  );
  tallies.push(countPlaywright(report, code));
  failures.push(...listFailuresOfPlaywright(report));
}

/** Each of them is one test, on the built shop. */
async function runLoads() {
  const wanted = Object.entries(SHORT_LOADS).filter(
    ([name]) => (withLoads && filters.length === 0) || filters.includes(name),
  );
  if (wanted.length === 0 || !(await check("build", () => buildOrSayWhy()))) return;
  for (const [name, more] of wanted) {
    const program = [resolveFromRoot("tests/load", `${name}.ts`), "--short", ...more];
    const passed = await check(`${name}, short form`, () =>
      inherit(node, program, { cwd: resolveFromRoot(), env }),
    );
    if (passed) tallies.push({ passed: 1, failed: 0 });
  }
}

/** A step with nothing to count: its failure is one failure, its success is not a test. */
async function check(title, work) {
  const code = await runLoudStep(title, work);
  if (code !== 0) {
    say(`✗ ${title} failed`);
    tallies.push({ passed: 0, failed: 1 });
    failures.push(`✗ ${title}`);
  }
  return code === 0;
}

async function buildOrSayWhy() {
  try {
    await buildIfNeeded(node);
    await buildDeskIfNeeded(node);
    return 0;
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    say(error.message);
    return 1;
  }
}

/** Playwright takes its filters for regular expressions, Vitest for plain text. */
function escapeFilter(filter) {
  return filter.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function summarise() {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  if (passed + failed === 0) say(`No test file matches ${words.join(" ")}.`);
  for (const failure of failures) say(`\n${failure}`);
  say(`\nThe whole run took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

async function breakOff() {
  stopAll();
  await postgres.stop();
  process.exit(130);
}
