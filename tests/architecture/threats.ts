import { readFileSync } from "node:fs";
import path from "node:path";
import { getText } from "./pieces.ts";
import { listFiles, parseSource, root } from "./sources.ts";
import { listTests } from "./titles.ts";

/** A row of the table of threats in docs/developers/security.md. */
export interface ThreatRow {
  /** `T1`. */
  id: string;
  /** The columns between its number and its tests: the threat, and its defence with the results that the tests show. */
  statement: string;
  /** Names of files, without their folders. Empty if the proof is missing. */
  files: string[];
}

export const THREATS = path.join(root, "docs/developers/security.md");
const MISSING = "missing";

/** Formats the last column. */
export const listProofs = (files: readonly string[]): string =>
  files.length === 0 ? MISSING : files.map((file) => `\`${file}\``).join(", ");

export const parseRow = (line: string): ThreatRow | null => {
  const [, id = "", statement = "", shown = ""] = /^\| (T\d+) \| (.+) \| (.+?) \|$/.exec(line) ?? [];
  if (!id) return null;
  return { id, statement, files: [...shown.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file) };
};

/**
 * Lists the names of the files that prove each threat: its number is in a test's title or in a text of a load program. A test with
 * the tag `@long` does not count, because `npm test` does not run it.
 */
export function listTestsOfThreats(): Map<string, string[]> {
  const files = new Map<string, Set<string>>();
  for (const { file, name } of [...listOrdinaryTests(), ...listNamesOfPrograms()])
    for (const id of name.match(/\bT[1-9]\d*\b/g) ?? [])
      files.set(id, (files.get(id) ?? new Set()).add(path.basename(file)));
  return new Map([...files].map(([id, names]) => [id, [...names].toSorted()]));
}

const listOrdinaryTests = () =>
  listTests().flatMap(({ file, title, isLong }) => (isLong ? [] : [{ file, name: title }]));

const listNamesOfPrograms = () =>
  listFiles("tests/load/**/*.ts").flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    if (!/\bT\d+\b/.test(text)) return [];
    return parseSource(file, text).pieces.flatMap((piece) => {
      const name = getText(piece);
      return name === null ? [] : [{ file, name }];
    });
  });
