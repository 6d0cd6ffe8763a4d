// Writes figures into a document, between the two marks of the command that has measured them.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Played } from "./play.ts";
import { type Figure, isMissed } from "./scenario.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Replaces the text between the marks of a command by what `change` makes of it. */
export function rewriteBetweenMarks(
  document: string,
  command: string,
  change: (written: string) => string,
): void {
  const file = path.join(ROOT, document);
  const begin = `<!-- ${command} -->`;
  const end = `<!-- end of ${command} -->`;
  const [head = "", rest] = readFileSync(file, "utf8").split(begin);
  const [written, tail] = rest?.split(end) ?? [];
  if (written === undefined || tail === undefined) throw new Error(`${document} has no marks of ${command}.`);
  writeFileSync(file, `${head}${begin}\n\n${change(written)}\n\n${end}${tail}`);
}

/** Writes the figures of these scenarios into docs/speed.md, and keeps those of other scenarios. */
export const recordFigures = (command: string, played: readonly Played[]): void =>
  rewriteBetweenMarks("docs/speed.md", command, (written) => {
    // A row such as `| **orders (server)**: …` begins the figures of a scenario.
    const earlier = written.split(/(?=^\| \*\*)/m).filter((part) => part.startsWith("| **"));
    const parts = new Map(earlier.map((part) => [/\*\*(.+?)\*\*/.exec(part)?.[1] ?? "", part.trim()]));
    for (const { title, summary, machine, figures } of played) {
      const head = `| **${title}**: ${summary} | ${new Date().toISOString().slice(0, 10)}, ${machine} | |`;
      parts.set(title, [head, ...figures.map(formatFigure)].join("\n"));
    }
    return ["| | measured | goal |", "|---|---|---|", ...parts.values()].join("\n");
  });

function formatFigure(figure: Figure): string {
  const { what, value, unit = "", atMost, atLeast } = figure;
  const withUnit = (each: number) => `${each} ${unit}`.trim();
  const limit = atMost ?? atLeast;
  const goal = limit === undefined ? "" : `${atMost === undefined ? "≥" : "≤"} ${withUnit(limit)}`;
  return `| ${what} | ${isMissed(figure) ? `**${withUnit(value)}**` : withUnit(value)} | ${goal} |`;
}
