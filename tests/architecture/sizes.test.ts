import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listFiles, parseSource, root, type Source, sources } from "./sources.ts";

const MOST_LINES = 250;

const countLines = (text: string): number => text.trimEnd().split("\n").length;

const lengths = listFiles(
  "{contract,platform,client,ui,shop,server,web,tests,scripts}/**/*.{ts,tsx,mjs,css}",
).map((file): [file: string, lines: number] => [
  file,
  countLines(readFileSync(path.join(root, file), "utf8")),
]);

const findTooLong = (all: readonly [string, number][]) => all.filter(([, lines]) => lines > MOST_LINES);

test("no file is too long to be read at one go, tests included", () => {
  expect(findTooLong(lengths)).toEqual([]);
});

test("a file that is too long is noticed", () => {
  const long: [string, number] = ["shop/orders/long.ts", countLines("a;\n".repeat(MOST_LINES + 1))];
  expect(findTooLong([...lengths, long])).toEqual([long]);
});

const SHORT_LINES = 110;

/** How many lines the longest of the shortest nine in ten has. */
const calculateNinetieth = (all: readonly [string, number][]): number =>
  all.map(([, lines]) => lines).toSorted((one, other) => one - other)[Math.ceil(all.length * 0.9) - 1] ?? 0;

test("nine files of ten are short; style sheets, which are looked up rather than read, are not counted", () => {
  const programs = lengths.filter(([file]) => !file.endsWith(".css"));
  expect(calculateNinetieth(programs)).toBeLessThanOrEqual(SHORT_LINES);
  expect(calculateNinetieth(programs.map(([file, lines]) => [file, lines * 2]))).toBeGreaterThan(SHORT_LINES);
});

const LONGEST_FUNCTION = 40;

/** Texts of policies, clause after clause, and the one expression of the script that stands in the page itself. */
const LONG_BY_NATURE = [
  "shop/policies/returns.ts",
  "shop/policies/shipping.ts",
  "shop/policies/terms.ts",
  "web/before-scripts.ts",
];

const findLongFunctions = ({ file, text, pieces }: Source): string[] =>
  pieces
    .filter(({ type }) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type))
    .map(({ start, end }) => [text.slice(0, start as number), text.slice(start as number, end as number)])
    .filter(([, own = ""]) => countLines(own) > LONGEST_FUNCTION)
    .map(([before = "", own = ""]) => `${file}:${before.split("\n").length} has ${countLines(own)} lines`);

test("no function outside of tests is too long to be seen at once", () => {
  const scripts = listFiles("scripts/**/*.{ts,mjs}")
    .filter((file) => !file.includes(".test."))
    .map((file) => parseSource(file, readFileSync(path.join(root, file), "utf8")));
  const measured = [...sources, ...scripts];
  const long = measured.filter((source) => findLongFunctions(source).length > 0);
  expect(long.filter(({ file }) => !LONG_BY_NATURE.includes(file)).flatMap(findLongFunctions)).toEqual([]);
  expect(long.map(({ file }) => file)).toEqual(LONG_BY_NATURE);
});

test("a function that is too long is noticed", () => {
  const long = `const short = 1;\nexport function long() {\n${"  act();\n".repeat(LONGEST_FUNCTION)}}\n`;
  expect(findLongFunctions(parseSource("shop/orders/long.ts", long))).toEqual([
    `shop/orders/long.ts:2 has ${LONGEST_FUNCTION + 2} lines`,
  ]);
});
