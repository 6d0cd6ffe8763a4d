import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Played } from "../play.ts";
import { type Figure, isMissed } from "../scenario.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../../../docs/speed.md");
const BEGIN = "<!-- npm run bench -->";
const END = "<!-- end of npm run bench -->";

/** Writes what was played into docs/speed.md, between its two marks; what else stands there stays. */
export function recordFigures(played: readonly Played[]): void {
  const text = readFileSync(DOCUMENT, "utf8");
  const [head = "", rest = ""] = text.split(BEGIN);
  const [written = "", tail = ""] = rest.split(END);
  writeFileSync(DOCUMENT, `${head}${BEGIN}\n\n${formatTable(written, played)}\n\n${END}${tail}`);
}

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
