// Writes the date and the figures of a run into last-runs.md.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isQuiet, type MachineLoad } from "./bench/processes.ts";
import { type Figure, isJudged, isMissed, isTimed, type Scenario } from "./scenario.ts";

const FILE = path.resolve(import.meta.dirname, "last-runs.md");

/** Maximum number of figures of a full run in the first table. */
const MAX_FIGURES = 5;
/** Maximum number of figures in a row of the tables about speed. */
const MAX_IN_ROW = 10;

/** A scenario that ran on one engine. */
export interface Played {
  scenario: Pick<Scenario, "name" | "summary" | "engines" | "threat">;
  engine: string;
  /** The other load of the machine before the scenario, or null in the short form and on systems other than Linux. */
  machine: MachineLoad | null;
  figures: readonly Figure[];
  /** True if limits of times were judged. */
  judgesTimes: boolean;
  /** True if the scenario ended with an error. */
  hasFailed: boolean;
}

/** One run of a program. */
export interface ProgramRun {
  scenarios: readonly Played["scenario"][];
  played: readonly Played[];
  isShort: boolean;
}

/** Replaces the text between the marks of a command by the result of `change`. */
export function rewriteBetweenMarks(command: string, change: (written: string) => string): void {
  const begin = `<!-- ${command} -->`;
  const end = `<!-- end of ${command} -->`;
  const [head = "", rest] = readFileSync(FILE, "utf8").split(begin);
  const [written, tail] = rest?.split(end) ?? [];
  if (written === undefined || tail === undefined) throw new Error(`${FILE} has no marks of ${command}.`);
  writeFileSync(FILE, `${head}${begin}\n\n${change(written)}\n\n${end}${tail}`);
}

const formatToday = (): string => new Date().toISOString().slice(0, "2026-11-27".length);

/** Writes the figures of a full run into last-runs.md: a row for each scenario and engine. Other rows stay. */
export function recordFigures(command: string, { played, isShort }: ProgramRun): void {
  if (isShort) return;
  rewriteBetweenMarks(command, (written) => {
    const earlier = written.split("\n").filter((line) => line.startsWith("| **"));
    const rows = new Map(earlier.map((row) => [/\*\*(.+?)\*\*/.exec(row)?.[1] ?? "", row]));
    for (const { scenario, engine, machine, figures, hasFailed } of played) {
      if (hasFailed) continue;
      const title = `${scenario.name} (${engine})`;
      const when = isQuiet(machine) ? formatToday() : `${formatToday()}, not a quiet machine`;
      rows.set(title, `| **${title}** | ${formatFigures(figures)} | ${when} |`);
    }
    return ["| Scenario | Figures (goal) | When |", "|---|---|---|", ...rows.values()].join("\n");
  });
}

/** Formats the figures of a scenario. If there are many, only those beyond or nearest to their limits are included. */
function formatFigures(figures: readonly Figure[]): string {
  const written = figures.filter((figure) => !isPlainNone(figure));
  const shown =
    written.length <= MAX_IN_ROW
      ? written
      : written.toSorted((one, other) => getShare(other) - getShare(one)).slice(0, MAX_IN_ROW);
  const texts = shown.map((figure) =>
    isMissed(figure) ? `**${formatShortly(figure)}**` : formatShortly(figure),
  );
  if (shown.length < written.length) texts.push(`${written.length - shown.length} more within their limits`);
  return texts.join("; ");
}

/** The share of its limit that a figure has reached, or 0 without a limit. */
const getShare = ({ value, atMost, atLeast }: Figure): number =>
  atMost !== undefined ? value / atMost : atLeast !== undefined ? atLeast / value : 0;

function formatGoal({ unit = "", atMost, atLeast }: Figure): string {
  const limit = atMost ?? atLeast;
  if (limit !== undefined && atMost === atLeast) return `= ${limit} ${unit}`.trim();
  return limit === undefined ? "" : `${atMost === undefined ? "≥" : "≤"} ${limit} ${unit}`.trim();
}

/** Writes the date and the result of each scenario of `npm run <program>` into the first table of last-runs.md. */
export const recordRuns = (program: string, run: ProgramRun): void =>
  rewriteBetweenMarks("last runs", (written) => addToLastRuns(written, program, run));

const HEAD = ["| Scenario | Threat | In full | Short form |", "|---|---|---|---|"];

/** Returns the table with new rows of this program. The rows of other programs stay. */
export function addToLastRuns(written: string, program: string, run: ProgramRun): string {
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

/** Returns a cell with these runs, one line for each engine. Earlier runs on other engines stay. */
function addRuns(cell: string, played: readonly Played[], { isShort }: ProgramRun): string {
  const earlier = cell.split("<br>").filter(Boolean);
  const lines = new Map(earlier.map((line) => [line.split(": ", 1)[0] ?? "", line]));
  for (const one of played)
    lines.set(one.engine, `${one.engine}: ${formatToday()}, ${formatRun(one, isShort)}`);
  return [...lines.values()].toSorted().join("<br>").replaceAll("|", "/");
}

function formatRun({ figures, machine, judgesTimes, hasFailed }: Played, isShort: boolean): string {
  if (hasFailed) return "**ended with an error**";
  const judged = figures.filter((figure) => isJudged(figure, judgesTimes));
  const missed = judged.filter(isMissed);
  const result = `${judged.length - missed.length} of ${judged.length} held`;
  const hasTimes = isQuiet(machine);
  const misses = missed.map((figure) => `**missed: ${formatShortly(figure, hasTimes)}**`);
  if (isShort) return [result, ...misses].join("; ");
  const written = figures.filter((figure) => !isPlainNone(figure) && (hasTimes || !isTimed(figure)));
  const texts = written.filter((figure) => !missed.includes(figure)).map((figure) => formatShortly(figure));
  const others = texts.splice(MAX_FIGURES);
  if (others.length > 0) texts.push(`and ${others.length} more`);
  const hasLeftOut = !hasTimes && figures.some(isTimed);
  return [result, ...misses, ...texts, ...(hasLeftOut ? ["times left out: the machine was busy"] : [])].join(
    "; ",
  );
}

/** True for "lost: 0 (at most 0)", because "held" already says this. */
const isPlainNone = ({ value, atMost }: Figure): boolean => value === 0 && atMost === 0;

function formatShortly(figure: Figure, hasTimes = true): string {
  const { what, value, unit = "" } = figure;
  if (!hasTimes && isTimed(figure)) return what;
  const goal = formatGoal(figure);
  return `${what} ${value}${unit && ` ${unit}`}${goal && ` (${goal})`}`;
}
