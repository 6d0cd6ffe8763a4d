import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isQuiet, type MachineLoad } from "./bench/processes.ts";
import { type Figure, isJudged, isMissed, isTimed, type Scenario } from "./scenario.ts";

const FILE = path.resolve(import.meta.dirname, "last-runs.md");

const MAX_FIGURES = 10;

export interface PlayedScenario {
  scenario: Pick<Scenario, "name" | "summary" | "engines" | "threat">;
  engine: string;
  /** The load by other programs before the scenario. Null in a short run, and on systems other than Linux. */
  machine: MachineLoad | null;
  figures: readonly Figure[];
  judgesTimes: boolean;
  hasFailed: boolean;
}

interface ProgramRun {
  scenarios: readonly PlayedScenario["scenario"][];
  played: readonly PlayedScenario[];
  isShort: boolean;
}

/** Replaces the text between the comments `<!-- command -->` and `<!-- end of command -->` in last-runs.md. */
export function rewriteBetweenMarks(command: string, change: (written: string) => string): void {
  const begin = `<!-- ${command} -->`;
  const end = `<!-- end of ${command} -->`;
  const [head = "", rest] = readFileSync(FILE, "utf8").split(begin);
  const [written, tail] = rest?.split(end) ?? [];
  if (written === undefined || tail === undefined) throw new Error(`${FILE} has no marks of ${command}.`);
  writeFileSync(FILE, `${head}${begin}\n\n${change(written)}\n\n${end}${tail}`);
}

const formatToday = (): string => new Date().toISOString().slice(0, "2026-11-27".length);

function formatGoal({ unit = "", atMost, atLeast }: Figure): string {
  const limit = atMost ?? atLeast;
  if (limit !== undefined && atMost === atLeast) return `= ${limit} ${unit}`.trim();
  return limit === undefined ? "" : `${atMost === undefined ? "≥" : "≤"} ${limit} ${unit}`.trim();
}

export const recordRuns = (program: string, run: ProgramRun): void =>
  rewriteBetweenMarks("last runs", (written) => addToLastRuns(written, program, run));

const HEAD = ["| Scenario | Threat | In full | Short form |", "|---|---|---|---|"];

function addToLastRuns(written: string, program: string, run: ProgramRun): string {
  const nameRow = (name: string) => (name === "" ? `\`${program}\`` : `\`${program} -- ${name}\``);
  const earlier = written
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice("| ".length, -" |".length).split(" | "));
  const newRows = run.scenarios.map((scenario) => {
    const name = nameRow(scenario.name);
    const [, , full = "", short = ""] = earlier.find(([first]) => first === name) ?? [];
    const played = run.played.filter((each) => each.scenario.name === scenario.name);
    const cells = run.isShort ? [full, addRuns(short, played, run)] : [addRuns(full, played, run), short];
    return [name, scenario.threat ?? "", ...cells];
  });
  const isOwn = ([first = ""]: readonly string[]) =>
    first === nameRow("") || first.startsWith(`\`${program} -- `);
  const at = earlier.findIndex(isOwn);
  const others = earlier.filter((row) => !isOwn(row));
  const rows = others.toSpliced(at < 0 ? others.length : at, 0, ...newRows);
  return [...HEAD, ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n");
}

function addRuns(cell: string, played: readonly PlayedScenario[], { isShort }: ProgramRun): string {
  const earlier = cell.split("<br>").filter(Boolean);
  const lines = new Map(earlier.map((line) => [line.split(": ", 1)[0] ?? "", line]));
  for (const one of played)
    lines.set(one.engine, `${one.engine}: ${formatToday()}, ${formatRun(one, isShort)}`);
  return [...lines.values()].toSorted().join("<br>").replaceAll("|", "/");
}

function formatRun({ figures, machine, judgesTimes, hasFailed }: PlayedScenario, isShort: boolean): string {
  if (hasFailed) return "**ended with an error**";
  const judged = figures.filter((figure) => isJudged(figure, judgesTimes));
  const missed = judged.filter(isMissed);
  const result = `${judged.length - missed.length} of ${judged.length} held`;
  const hasTimes = isQuiet(machine);
  const misses = missed.map((figure) => `**missed: ${formatFigure(figure, hasTimes)}**`);
  if (isShort) return [result, ...misses].join("; ");
  const written = figures.filter((figure) => !isPlainNone(figure) && (hasTimes || !isTimed(figure)));
  const texts = written.filter((figure) => !missed.includes(figure)).map((figure) => formatFigure(figure));
  const others = texts.splice(MAX_FIGURES);
  if (others.length > 0) texts.push(`and ${others.length} more`);
  const hasLeftOut = !hasTimes && figures.some(isTimed);
  return [result, ...misses, ...texts, ...(hasLeftOut ? ["times left out: the machine was busy"] : [])].join(
    "; ",
  );
}

/** True for a figure such as "lost: 0 (at most 0)". The summary omits it, but counts its limit. */
const isPlainNone = ({ value, atMost }: Figure): boolean => value === 0 && atMost === 0;

export function formatFigure(figure: Figure, hasTimes = true): string {
  const { what, value, unit = "" } = figure;
  if (!hasTimes && isTimed(figure)) return what;
  const goal = formatGoal(figure);
  return `${what} ${value}${unit && ` ${unit}`}${goal && ` (${goal})`}`;
}
