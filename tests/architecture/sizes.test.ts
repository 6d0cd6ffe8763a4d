import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./sources.ts";

const MOST_LINES = 250;

const linesOf = (text: string): number => text.trimEnd().split("\n").length;

const lengths = listFiles("{contract,platform,client,ui,shop,server,web,tests,scripts}/**/*.{ts,tsx}").map(
  (file): [file: string, lines: number] => [file, linesOf(readFileSync(path.join(root, file), "utf8"))],
);

const tooLong = (all: readonly [string, number][]) => all.filter(([, lines]) => lines > MOST_LINES);

test("no file is too long to be read at one go, tests included", () => {
  expect(tooLong(lengths)).toEqual([]);
});

test("a file that is too long is noticed", () => {
  const long: [string, number] = ["shop/orders/long.ts", linesOf("a;\n".repeat(MOST_LINES + 1))];
  expect(tooLong([...lengths, long])).toEqual([long]);
});

const SHORT_LINES = 110;

/** How many lines the longest of the shortest nine in ten has. */
const ninetieth = (all: readonly [string, number][]): number =>
  all.map(([, lines]) => lines).toSorted((one, other) => one - other)[Math.ceil(all.length * 0.9) - 1] ?? 0;

test("nine files of ten are short", () => {
  expect(ninetieth(lengths)).toBeLessThanOrEqual(SHORT_LINES);
  expect(ninetieth(lengths.map(([file, lines]) => [file, lines * 2]))).toBeGreaterThan(SHORT_LINES);
});
