import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles, root, parseSource } from "./sources.ts";
import { type Piece, getRoot, getText } from "./pieces.ts";

/** A row of the table of threats in docs/security.md. */
export interface ThreatRow {
  /** `T1`. */
  id: string;
  /** The columns between its number and its tests: the threat, what prevents it, what has to be shown. */
  statement: string;
  /** The paths from the root; empty when the proof is said to be missing. */
  files: string[];
}

export const THREATS = path.join(root, "docs/security.md");
const MISSING = "missing";

const TESTS = [
  "{contract,platform,server,desk,scripts}/**/*.test.ts",
  "{client,shop,ui,web}/**/*.test.{ts,tsx}",
  "tests/{architecture,journeys}/**/*.{test,journey}.ts",
  "tests/load/**/*.ts",
];

/** The last column, as it is written. */
export const listProofs = (files: readonly string[]): string =>
  files.length === 0 ? MISSING : files.map((file) => `\`${file}\``).join("<br>");

export const parseRow = (line: string): ThreatRow | null => {
  const [, id = "", statement = "", shown = ""] = /^\| (T\d+) \| (.+) \| (.+?) \|$/.exec(line) ?? [];
  if (!id) return null;
  return { id, statement, files: [...shown.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file) };
};

/**
 * Lists the files with a test of each threat: its number is in a test's title, or in what a load program calls itself.
 */
export function listTestsOfThreats(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of listFiles(...TESTS)) {
    const text = readFileSync(path.join(root, file), "utf8");
    if (!/\bT\d+\b/.test(text)) continue;
    const ids = new Set(findTestNames(file, text).flatMap((name) => name.match(/\bT[1-9]\d*\b/g) ?? []));
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

function findTestNames(file: string, text: string): string[] {
  const { pieces } = parseSource(file, text);
  if (file.startsWith("tests/load/")) return pieces.map(getText).filter((each) => each !== null);
  return pieces.filter(isTest).flatMap((call) => getText((call["arguments"] as unknown[])[0]) ?? []);
}

const isTest = ({ type, callee }: Piece) =>
  type === "CallExpression" && ["test", "describe"].includes(String(getRoot(callee)));
