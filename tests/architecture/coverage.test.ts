import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fileExists, root, parseSource } from "./sources.ts";
import { getRoot, getText } from "./pieces.ts";

/* docs/coverage.md: clause → file → test. What it names must be there. */
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const coverage = read("docs/coverage.md");

/** Every clause with the files that answer for it and the tests that show it. */
const rows = coverage
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Clause "))
  .map((line) => {
    const [clause = "", where = "", shown = ""] = line
      .split(" | ")
      .map((cell) => cell.replace(/^\| | \|$/g, ""));
    return {
      clause,
      files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
      tests: shown.split("<br>").map((one) => /^`([^`]+)` “(.+)”$/.exec(one)?.slice(1) ?? [one]),
    };
  });

const SECTIONS = "2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.12 2.14 2.19 3 4 5 7 8 9".split(" ");

test.each(SECTIONS)("section %s is covered", (section) => {
  const [, below = ""] = coverage.split(
    new RegExp(`^## ${section.replace(".", String.raw`\.`)}[ –].*$`, "m"),
  );
  expect(below.split("\n## ")[0]?.match(/^\| .* \|$/gm)?.length ?? 0).toBeGreaterThan(1);
});

test("every clause names a file and a test", () => {
  expect(rows.length).toBeGreaterThan(100);
  const bare = rows.filter(({ files, tests }) => files.length === 0 || tests.some(([, title]) => !title));
  expect(bare.map(({ clause }) => clause)).toEqual([]);
});

test("every file it names is there", () => {
  const missing = rows
    .flatMap(({ files, tests }) => [...files, ...tests.map(([file = ""]) => file)])
    .filter((file) => !fileExists(file));
  expect([...new Set(missing)]).toEqual([]);
});

test("every test it names is there", () => {
  const missing = rows
    .flatMap(({ tests }) => tests)
    .filter(([file = "", title = ""]) => fileExists(file) && !listTitles(file).includes(title));
  expect(missing.map(([file, title]) => `${file} “${title}”`)).toEqual([]);
});

/** What the tests of a file are called; what is filled into a name is `…`. */
const listTitles = (file: string): string[] =>
  parseSource(file, read(file))
    .pieces.filter(({ type, callee }) => type === "CallExpression" && getRoot(callee) === "test")
    .map((call) => getText((call["arguments"] as unknown[])[0]) ?? "");
