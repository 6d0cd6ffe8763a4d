import { rewriteBetweenMarks } from "../between-marks.ts";
import type { Played } from "../play.ts";
import { type Figure, isMissed } from "../scenario.ts";

/** Writes what was played into docs/speed.md, between the two marks of the command; what else stands there stays. */
export const recordFigures = (command: string, played: readonly Played[]): void =>
  rewriteBetweenMarks("docs/speed.md", command, (written) => formatTable(written, played));

/** A row with a title, `| **orders (server)**: …`, begins the figures of a scenario. */
function formatTable(written: string, played: readonly Played[]): string {
  const earlier = written.split(/(?=^\| \*\*)/m).filter((part) => part.startsWith("| **"));
  const parts = new Map(earlier.map((part) => [/\*\*(.+?)\*\*/.exec(part)?.[1] ?? "", part.trim()]));
  for (const each of played) parts.set(each.title, formatScenario(each));
  return ["| | measured | goal |", "|---|---|---|", ...parts.values()].join("\n");
}

const formatScenario = ({ title, summary, machine, figures }: Played): string =>
  [
    `| **${title}**: ${summary} | ${new Date().toISOString().slice(0, 10)}, ${machine} | |`,
    ...figures.map(formatFigure),
  ].join("\n");

function formatFigure(figure: Figure): string {
  const { what, value, unit, atMost, atLeast } = figure;
  const limit = atMost ?? atLeast;
  const goal = limit === undefined ? "" : `${atMost === undefined ? "≥" : "≤"} ${withUnit(limit, unit)}`;
  const measured = withUnit(value, unit);
  return `| ${what} | ${isMissed(figure) ? `**${measured}**` : measured} | ${goal} |`;
}

const withUnit = (value: number, unit = ""): string => `${value} ${unit}`.trim();
