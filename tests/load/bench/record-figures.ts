import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Played } from "../play.ts";
import { type Figure, isMissed } from "../scenario.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../../../docs/speed.md");
const BEGIN = "<!-- npm run bench -->";
const END = "<!-- end of npm run bench -->";

/** Writes the figures of a run of all into docs/speed.md, between its two marks. */
export function recordFigures(all: readonly Played[]): void {
  const text = readFileSync(DOCUMENT, "utf8");
  const [head, rest = ""] = text.split(BEGIN);
  const [, tail = ""] = rest.split(END);
  writeFileSync(DOCUMENT, `${head}${BEGIN}\n\n${formatFigures(all)}\n\n${END}${tail}`);
}

const formatFigures = (all: readonly Played[]): string =>
  [
    "| | measured | goal |",
    "|---|---|---|",
    ...all.flatMap(({ title, summary, machine, figures }) => [
      `| **${title}**: ${summary} | ${machine} | |`,
      ...figures.map(formatFigure),
    ]),
  ].join("\n");

function formatFigure(figure: Figure): string {
  const { what, value, unit, atMost, atLeast } = figure;
  const limit = atMost ?? atLeast;
  const goal = limit === undefined ? "" : `${atMost === undefined ? "≥" : "≤"} ${withUnit(limit, unit)}`;
  const measured = withUnit(value, unit);
  return `| ${what} | ${isMissed(figure) ? `**${measured}**` : measured} | ${goal} |`;
}

const withUnit = (value: number, unit = ""): string => `${value} ${unit}`.trim();
