// Runs all parts of `npm test` and prints how many seconds each part took. scripts/test.mjs starts it.

import { readFileSync } from "node:fs";

import { findBrowser, installOtherBrowsers } from "./browser.mjs";
import { buildAll, makeEmptyDatabase } from "./build.mjs";
import { runChecks } from "./checks.mjs";
import { CannotGoOn } from "./install.mjs";
import { installPrograms } from "./machine.mjs";
import { startThrowawayPostgres } from "./postgres.mjs";
import { relay, runLoudStep, say, stopAll } from "./progress.mjs";
import { printTimes, readResults, removeReport } from "./results.mjs";
import { resolveFromRoot } from "./root.mjs";
import { hasTests, matchesAny, otherBrowsers } from "./test-files.ts";

/**
 * The load programs that take minutes. They start first, because they mostly wait. `mutants` is the first of them,
 * because it needs no build and can run while the shop is being built.
 */
const LONG_PROGRAMS = ["mutants", "attack"];

/** The load programs that are not in `LONG_PROGRAMS`, sorted by duration, longest first. */
const SHORT_PROGRAMS = [
  "chaos",
  "bench",
  "diwali",
  "growth",
  "failover",
  "fuzz",
  "recovery",
  "cluster",
  "cdn",
];

const VITEST_PARTS = { features: ["features", "architecture"], others: ["dom", "unit"] };

const SYSTEM_PROGRAMS = {
  "platform/database/embedded/embedded.database.test.ts": "strace",
};

/** Programs with their Debian packages, installed before the tests because apt-get cannot run twice at once. */
const LOAD_PACKAGES = { nginx: "nginx-light", pgbackrest: "pgbackrest" };

const started = performance.now();
const words = process.argv.slice(2);
if (words[0] === "times") {
  printTimes();
  process.exit(0);
}

/** The commit in `npm test -- changed [ref]`. Only tests of files changed since then run. Null without `changed`. */
const changedSince = words[0] === "changed" ? (words[1] ?? "HEAD") : null;
const isLongForm = words.includes("all");
const filters = changedSince === null ? words.filter((word) => word !== "all") : [];
const hasJourneys = hasTests("journeys", filters);
const isProgramWanted = (name) => (isLongForm && filters.length === 0) || filters.includes(name);
const programs = [...LONG_PROGRAMS, ...SHORT_PROGRAMS].filter(isProgramWanted);
/** The parts that have not started. The chains of promises below run in parallel and take their next part from here. */
const waitingParts = [
  ...LONG_PROGRAMS.filter(isProgramWanted).map((name) => () => runProgram(name)),
  () => runVitest("others"),
  ...SHORT_PROGRAMS.filter(isProgramWanted).map((name) => () => runProgram(name)),
].values();
const parts = [];
let postgres = { stop: async () => {} };
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void breakOff());

const node = process.execPath;
const env = {
  ...process.env,
  NODE_ENV: "test",
  // Workers and the programs that tests start load compiled code from here.
  NODE_COMPILE_CACHE: resolveFromRoot(".cache/compiled"),
  ...(isLongForm && { TEST_LONG: "on" }),
};
const runTool = (tool, args, more = {}) =>
  relay(node, [resolveFromRoot("node_modules", tool), ...args], {
    cwd: resolveFromRoot(),
    env: { ...env, ...more },
  });

await prepareMachine();
const browser = hasJourneys ? await runLoudStep("browser", () => findBrowser(node)) : null;
if (browser) say(`  ${browser}`);
try {
  if (hasJourneys || hasTests("features", filters))
    // Without the empty database, each test that restores a backup would create one, which takes seconds.
    await Promise.all([startPostgres(), makeEmptyDatabase(node)]);
  // These chains of parts run in parallel: while one waits, another uses the processor. `npm test -- all` has three.
  await Promise.all([
    runVitest("features").then(runWaitingParts),
    checkAndRunJourneys().then(runWaitingParts),
    isLongForm ? runWaitingParts() : null,
  ]);
} finally {
  await postgres.stop();
}
summarise();

async function prepareMachine() {
  if (process.platform !== "linux") return;
  for (const [file, program] of Object.entries(SYSTEM_PROGRAMS))
    if (matchesAny([file], filters)) await installPrograms({ [program]: program });
  if (programs.length > 0) await installPrograms(LOAD_PACKAGES);
  if (isLongForm && matchesAny(otherBrowsers, filters)) await installOtherBrowsers();
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

async function checkAndRunJourneys() {
  const isWhole = filters.length === 0 && changedSince === null;
  if (isWhole) await runPart("checks", async () => (await runChecks(node)) > 0);
  if (hasJourneys && (await runPart("build", buildOrSayWhy))) await runJourneys();
}

async function runVitest(name) {
  if (!VITEST_PARTS[name].some((project) => hasTests(project, filters))) return;
  const projects = VITEST_PARTS[name].map(
    (project) => `--project=${project === "features" ? "features-*" : project}`,
  );
  const args = [
    "run",
    ...projects,
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=./scripts/vitest-report.mjs",
  ];
  const chosen = changedSince ? ["--changed", changedSince] : filters;
  const more = { VITEST_REPORT: name };
  await runTests(name, () => runTool("vitest/vitest.mjs", [...args, ...chosen], more));
}

async function runJourneys() {
  if (!browser) {
    await runPart("journeys (no browser)", async () => true);
    return;
  }
  const ordinary = isLongForm || filters.length > 0 ? [] : ["--grep-invert", "@long"];
  const chosen = changedSince
    ? [`--only-changed=${changedSince}`, "--pass-with-no-tests"]
    : filters.map(escapeFilter);
  const args = ["test", ...ordinary, ...chosen];
  await runTests("journeys", () =>
    runTool("@playwright/test/cli.js", args, { CHROMIUM_PATH: browser, JOURNEY_REPORT: "on" }),
  );
}

async function runTests(name, run) {
  removeReport(name);
  const began = performance.now();
  const code = await runLoudStep(name, run);
  parts.push({ name, seconds: getSecondsSince(began), ...readResults(name, code) });
}

async function runWaitingParts() {
  for (const run of waitingParts) await run();
}

/** Runs a load program, which counts as one test. With `--no-record`, it does not change last-runs.md. */
async function runProgram(name) {
  const program = ["scripts/load.mjs", name, "--short", "--no-record"];
  const options = { cwd: resolveFromRoot(), env: { ...process.env, NODE_ENV: "test" }, label: name };
  const hasFailed = async () => (await relay(node, program, options)) !== 0;
  const place = `${programs.indexOf(name) + 1} of ${programs.length}`;
  await runPart(`${name} --short (${place})`, hasFailed, { passed: 1 });
}

async function runPart(name, hasFailed, { passed = 0 } = {}) {
  const began = performance.now();
  const failed = await runLoudStep(name, hasFailed);
  const failures = failed ? [`✗ ${name} failed: see above`] : [];
  parts.push({ name, seconds: getSecondsSince(began), passed: failed ? 0 : passed, failures });
  return !failed;
}

/** If the build fails, prints the error and returns true. */
async function buildOrSayWhy() {
  try {
    await buildAll(node);
    return false;
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    say(error.message);
    return true;
  }
}

/** Escapes a filter for Playwright, which reads it as a regular expression. Vitest reads it as plain text. */
function escapeFilter(filter) {
  return filter.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function getSecondsSince(moment) {
  return (performance.now() - moment) / 1000;
}

function summarise() {
  const passed = parts.reduce((sum, part) => sum + part.passed, 0);
  const failures = parts.flatMap((part) => part.failures);
  if (passed + failures.length === 0) say(`No test file matches ${words.join(" ")}.`);
  for (const failure of failures) say(`\n${failure}`);
  say("");
  for (const { name, seconds, workerSeconds, passed: count } of parts) {
    const tests = count > 0 ? `, ${count} passed` : "";
    const ofWorkers = workerSeconds === undefined ? "" : ` (${workerSeconds.toFixed(0)} worker seconds)`;
    say(`${seconds.toFixed(0).padStart(6)} s  ${name}${ofWorkers}${tests}`);
  }
  say(`${getSecondsSince(started).toFixed(0).padStart(6)} s  in all${describeProcessorTime()}`);
  process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
}

/** Returns the processor time of the run, which hardly depends on other work on the machine, unlike the duration. */
function describeProcessorTime() {
  if (process.platform !== "linux") return "";
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The processor times of this process and of its finished children, in hundredths of a second.
  const times = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
  const seconds = times.reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  return `, ${seconds.toFixed(0)} s of processor time`;
}

async function breakOff() {
  stopAll();
  await postgres.stop();
  process.exit(130);
}
