import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { getText } from "./pieces.ts";
import { listFiles, parseSource, root } from "./sources.ts";
import { listTests } from "./titles.ts";

/* Compares the table of threats in docs/developers/security.md with the threats in test titles. */
const document = readFileSync(path.join(root, "docs/developers/security.md"), "utf8");
const threats = [...document.matchAll(/^\| (T\d+) \| .+ \| .+ \|$/gm)].map(([, id = ""]) => id);

test("docs/developers/security.md has one row for each threat, in order", () => {
  expect(threats.slice(0, 57)).toEqual(Array.from({ length: 57 }, (_, index) => `T${index + 1}`));
  expect(threats).toEqual([...new Set(threats)]);
});

test("every threat in the table is named in the title of an ordinary test or in a load program, and every named threat is in the table", () => {
  expect(listThreatsOfTests().toSorted()).toEqual(threats.toSorted());
});

/** Returns the threats named in the titles of tests that `npm test` runs, and in the load-test programs. */
function listThreatsOfTests(): string[] {
  const titles = listTests().flatMap(({ title, isLong }) => (isLong ? [] : [title]));
  const namedThreats = [...titles, ...listTextsOfPrograms()].flatMap(
    (text) => text.match(/\bT[1-9]\d*\b/g) ?? [],
  );
  return [...new Set(namedThreats)];
}

const listTextsOfPrograms = (): string[] =>
  listFiles("tests/load/**/*.ts").flatMap((file) => {
    const code = readFileSync(path.join(root, file), "utf8");
    if (!/\bT\d+\b/.test(code)) return [];
    return parseSource(file, code)
      .pieces.map(getText)
      .filter((text) => text !== null);
  });
