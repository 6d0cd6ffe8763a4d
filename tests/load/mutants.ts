// npm run mutants: each promise of docs/security.md is broken once on purpose in a copy of the repository, and what proves it
// must go red, and is green without the change. `npm run mutants -- backup` breaks those that have one of the words in them. It
// writes their rows into docs/security.md. Ends with 1 when a promise can be broken without anything going red.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPostgres } from "../support/postgres.ts";
import { rewriteBetweenMarks } from "./between-marks.ts";
import { type LoadProof, type Mutant, mutants, type TestProof } from "./mutants/promises.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const LONGEST_PROOF_MS = 10 * 60_000;

/** The result of a proof: the tests or figures that went red; null when it did not come to an end of its own. */
type Red = readonly string[] | null;

interface Verdict {
  mutant: Mutant;
  /** Why the mutant shows nothing, or that it lives; null when what proves the promise went red. */
  error: string | null;
  red: Red;
  seconds: number;
}

/** Copies the repository as it is now, committed or not, with the packages that are installed here. */
function copyRepository(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-mutants-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const command = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const files = execFileSync("git", command, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  for (const file of files.split("\0").filter(Boolean))
    cpSync(path.join(ROOT, file), path.join(folder, file));
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

async function tryMutant(mutant: Mutant): Promise<Verdict> {
  const { promise, broken, proof } = mutant;
  const name = JSON.stringify(proof);
  if (!controls.has(name)) controls.set(name, await runProof(proof));
  const began = performance.now();
  const red = await breakAndRun(mutant);
  const seconds = Math.round((performance.now() - began) / 1000);
  const error = findError(mutant, controls.get(name) ?? null, red);
  say(
    `${error === null ? "✓" : "✗"} ${promise}: ${broken}: ${error ?? formatRed(mutant, red)} (${seconds} s)`,
  );
  return { mutant, error, red, seconds };
}

async function breakAndRun({ file, from, to, proof }: Mutant): Promise<Red> {
  const place = path.join(copy, file);
  const text = readFileSync(place, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${file} does not have this exactly once: ${from}`);
  writeFileSync(
    place,
    text.replace(from, () => to),
  );
  try {
    return await runProof(proof);
  } finally {
    writeFileSync(place, text);
  }
}

/** Only what proves the promise is judged: a busy machine may miss the seconds of something else. */
function findError({ proof }: Mutant, control: Red, red: Red): string | null {
  const expected = "test" in proof ? proof.title : proof.figure;
  const isRed = (those: readonly string[]) => those.some((each) => each.includes(expected));
  if (control === null) return "its proof does not run, even without the change";
  if (isRed(control)) return `its proof is red without the change: ${control.join("; ")}`;
  if (red === null) return "its proof did not run with the change";
  if (isRed(red)) return null;
  return red.length === 0 ? "nothing went red" : `something else went red: ${red.join("; ")}`;
}

const runProof = (proof: TestProof | LoadProof): Promise<Red> =>
  "test" in proof ? runTest(proof) : runProgram(proof);

interface TestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** Null when the file could not even be loaded: that proves nothing about the promise. */
async function runTest({ test, project }: TestProof): Promise<Red> {
  const report = path.join(copy, "vitest-report.json");
  rmSync(report, { force: true });
  const options = ["run", "--project", project, "--reporter=json", `--outputFile=${report}`];
  await runNode(["node_modules/vitest/vitest.mjs", ...options, test]);
  if (!existsSync(report)) return null;
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as TestReport;
  const ran = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (!ran.some(({ status }) => status === "passed" || status === "failed")) return null;
  return ran.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
}

async function runProgram({ program, words: given }: LoadProof): Promise<Red> {
  const { code, output } = await runNode([`scripts/${program}.mjs`, ...given]);
  const [, missed] = /^Missed: (.*)$/m.exec(output) ?? [];
  if (missed !== undefined) return missed.split("; ");
  return code === 0 ? [] : null;
}

async function runNode(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, NODE_ENV: "test", TEST_POSTGRES_URL: "url" in postgres ? postgres.url : "" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: LONGEST_PROOF_MS,
  });
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => parts.push(String(part)));
  const [code] = (await once(child, "close")) as [number | null];
  process.off("exit", end);
  return { code, output: parts.join("") };
}

/** A row for each promise, of this run or as an earlier one wrote it; nothing of mutants that are no more. */
function formatTable(written: string, fresh: readonly Verdict[]): string {
  const earlier = new Map(written.split("\n").map((row) => [row.split(" | ", 1)[0], row]));
  const rows = mutants.flatMap(({ promise }) => {
    const verdict = fresh.find(({ mutant }) => mutant.promise === promise);
    return (verdict ? formatRow(verdict) : earlier.get(`| ${promise}`)) ?? [];
  });
  const noticed = rows.filter((row) => !row.includes("| **")).length;
  return [
    `Of ${new Date().toISOString().slice(0, 10)}: ${noticed} of ${mutants.length} noticed.`,
    "",
    "| Promise | What was broken | What went red | s |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

const formatRow = ({ mutant, error, red, seconds }: Verdict): string =>
  `| ${mutant.promise} | ${mutant.broken}: \`${mutant.file}\` | ${error === null ? formatRed(mutant, red) : `**${error}**`} | ${seconds} |`;

/** The proof, what of it went red that had to, and how much besides. */
function formatRed({ proof }: Mutant, red: Red): string {
  const all = red ?? [];
  const expected = "test" in proof ? proof.title : proof.figure;
  const first = all.find((each) => each.includes(expected)) ?? "";
  const more = all.length > 1 ? `, and ${all.length - 1} more` : "";
  const where =
    "test" in proof
      ? path.basename(proof.test)
      : `npm run ${[proof.program, "--", ...proof.words].join(" ")}`;
  return `\`${where}\` “${first.replaceAll("|", "/")}”${more}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function exit(reason: string): never {
  say(reason);
  process.exit(2);
}

const words = process.argv.slice(2);
const wanted = mutants.filter(
  (mutant) => words.length === 0 || words.some((word) => JSON.stringify(mutant).includes(word)),
);
if (wanted.length === 0) exit(`No mutant has ${words.join(" ")} in it.`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const postgres = await startPostgres();
if ("reason" in postgres) exit(`PostgreSQL is needed: ${postgres.reason}`);
const copy = copyRepository();
const verdicts: Verdict[] = [];
const controls = new Map<string, Red>();
for (const mutant of wanted) verdicts.push(await tryMutant(mutant));
await postgres.stop();
rewriteBetweenMarks("docs/security.md", "npm run mutants", (written) => formatTable(written, verdicts));
const alive = verdicts.filter(({ error }) => error !== null);
say(
  alive.length === 0
    ? `All ${verdicts.length} were noticed.`
    : `${alive.length} of ${verdicts.length} were not noticed.`,
);
process.exit(alive.length === 0 ? 0 : 1);
