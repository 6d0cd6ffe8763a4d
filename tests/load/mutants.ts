// npm run mutants: breaks each guarantee once, in a copy of the repository. The guarantee's test must pass before the
// change and fail after it. `npm run mutants -- coupon` runs only the mutants with `coupon` in their definition. If all
// ran, writes the result into last-runs.md, except with `--short`. Exits with 1 if a test does not detect its mutant.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPostgres } from "../support/postgres.ts";
import { killAtExit } from "../support/processes.ts";
import { rewriteBetweenMarks } from "./record.ts";
import { getTestFile, type Mutant, mutants } from "./mutants/promises.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** A hanging test fails after ten minutes, so this timeout only ends runs that hang elsewhere. */
const MAX_RUN_MS = 30 * 60_000;
const WORKERS = Math.max(2, os.availableParallelism());

interface Result {
  file: string;
  fullName: string;
  status: string;
}

interface MutantResult {
  mutant: Mutant;
  error: string | null;
  seconds: number;
}

function copyRepository(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-mutants-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const command = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const files = execFileSync("git", command, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  for (const file of files.split("\0").filter((each) => each && existsSync(path.join(ROOT, each))))
    cpSync(path.join(ROOT, file), path.join(folder, file), { mode: constants.COPYFILE_FICLONE });
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs the tests of these mutants in the copy. All of the mutants must use the same engine. */
async function runProofs(copy: string, proofs: readonly Mutant[], workers: number): Promise<Result[]> {
  const report = path.join(copy, "vitest-report.json");
  rmSync(report, { force: true });
  const titles = proofs.map(({ title }) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const project = proofs[0]?.engine === "embedded" ? "features-embedded" : "!features-embedded";
  const child = spawn(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      `--project=${project}`,
      `--maxWorkers=${workers}`,
      "--reporter=json",
      `--outputFile=${report}`,
      `--testNamePattern=${titles.join("|")}`,
      ...new Set(proofs.map(getTestFile)),
    ],
    {
      cwd: copy,
      env: { ...process.env, NODE_ENV: "test", TEST_LONG: "", TEST_POSTGRES_URL: postgresUrl },
      stdio: "ignore",
      timeout: MAX_RUN_MS,
    },
  );
  killAtExit(child, "SIGTERM");
  await once(child, "close");
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map((result) => ({ ...result, file: name.replaceAll("\\", "/") })),
  );
}

const listProofs = (results: readonly Result[], mutant: Mutant): Result[] =>
  results.filter(
    ({ file, fullName }) => file.endsWith(`/${getTestFile(mutant)}`) && fullName.includes(mutant.title),
  );

async function tryMutant(copy: string, mutant: Mutant): Promise<MutantResult> {
  const began = performance.now();
  const { file, from, to } = mutant;
  const place = path.join(copy, file);
  const text = readFileSync(place, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${file} does not contain this exactly once: ${from}`);
  writeFileSync(
    place,
    text.replace(from, () => to),
  );
  const proofs = listProofs(await runProofs(copy, [mutant], 1), mutant);
  writeFileSync(place, text);
  const isNoticed = proofs.some(({ status }) => status === "failed");
  // If the changed file cannot be loaded, no test runs.
  const error = proofs.length === 0 ? "its test did not run with the change" : "its test still passes";
  const seconds = (performance.now() - began) / 1_000;
  return { mutant, error: isNoticed ? null : error, seconds };
}

/** Runs the tests without any change. Returns a result for each mutant whose test is missing or fails. */
async function runControls(copy: string, wanted: readonly Mutant[]): Promise<MutantResult[]> {
  const results: Result[] = [];
  for (const proofs of Map.groupBy(wanted, ({ engine }) => engine).values())
    results.push(...(await runProofs(copy, proofs, WORKERS)));
  return wanted.flatMap((mutant) => {
    const proofs = listProofs(results, mutant);
    if (proofs.length > 0 && proofs.every(({ status }) => status === "passed")) return [];
    const error = proofs.length === 0 ? "its test does not run" : "its test fails without the change";
    return [{ mutant, error, seconds: 0 }];
  });
}

function describeRun(verdicts: readonly MutantResult[]): string {
  const unnoticed = verdicts.filter(({ error }) => error !== null);
  const date = new Date().toISOString().slice(0, 10);
  return [
    `${date}: ${verdicts.length - unnoticed.length} of ${verdicts.length} detected.`,
    ...unnoticed.map(({ mutant, error }) => `- **${mutant.promise}**: ${error}`),
  ].join("\n");
}

function report({ mutant, error, seconds }: MutantResult): void {
  const { promise, broken } = mutant;
  const result = error ?? `detected by ${path.basename(getTestFile(mutant))}`;
  say(`${error === null ? "✓" : "✗"} ${promise}: ${broken}: ${result} (${seconds.toFixed(0)} s)`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function exit(reason: string): never {
  say(reason);
  process.exit(2);
}

const isShort = process.argv.includes("--short");
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const wanted = mutants.filter(
  (mutant) => words.length === 0 || words.some((word) => JSON.stringify(mutant).includes(word)),
);
if (wanted.length === 0) exit(`No mutant contains ${words.join(" ")}.`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const began = performance.now();
const postgres = await startPostgres();
if ("reason" in postgres) exit(`PostgreSQL is needed: ${postgres.reason}`);
const postgresUrl = postgres.url;
const copies = Array.from({ length: Math.min(WORKERS, wanted.length) }, copyRepository);
const verdicts = await runControls(copies[0] ?? "", wanted);
verdicts.forEach(report);
say(`The tests ran once without a change: ${((performance.now() - began) / 1_000).toFixed(0)} s.`);
const waiting = wanted.filter((each) => !verdicts.some(({ mutant }) => mutant === each)).values();
await Promise.all(
  copies.map(async (copy) => {
    for (const mutant of waiting) {
      const verdict = await tryMutant(copy, mutant);
      verdicts.push(verdict);
      report(verdict);
    }
  }),
);
await postgres.stop();
if (!isShort && wanted.length === mutants.length)
  rewriteBetweenMarks("npm run mutants", () => describeRun(verdicts));
const unnoticed = verdicts.filter(({ error }) => error !== null);
say(`The whole run took ${((performance.now() - began) / 1_000).toFixed(0)} s.`);
say(`${verdicts.length - unnoticed.length} of ${verdicts.length} were detected.`);
process.exit(unnoticed.length === 0 ? 0 : 1);
