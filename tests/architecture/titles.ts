import { readFileSync } from "node:fs";
import path from "node:path";
import { type Piece, getRoot, getText, isPiece } from "./pieces.ts";
import { listFiles, parseSource, root } from "./sources.ts";

export interface TitledTest {
  file: string;
  /** The full title, with `…` in place of inserted values. */
  title: string;
  /** True if only `npm test -- all` runs the test, because the test or its group has the tag `@long`. */
  isLong: boolean;
}

const TESTS = [
  "{contract,platform,server,desk,scripts}/**/*.test.ts",
  "{client,shop,ui,web}/**/*.test.{ts,tsx}",
  "tests/{architecture,journeys}/**/*.{test,journey}.ts",
];

let allTests: readonly TitledTest[] | undefined;

export const listTests = (): readonly TitledTest[] =>
  (allTests ??= listFiles(...TESTS).flatMap((file) =>
    findTests(file, readFileSync(path.join(root, file), "utf8")),
  ));

export function findTests(file: string, text: string): TitledTest[] {
  const calls = parseSource(file, text).pieces.filter(isTest);
  const longOnes = calls.filter((call) => isTaggedLong(listArguments(call)[1]));
  return calls.flatMap((call) => {
    const title = getText(listArguments(call)[0]);
    if (title === null) return [];
    return { file, title, isLong: longOnes.some((long) => isWithin(call, long)) };
  });
}

const isTest = ({ type, callee }: Piece) =>
  type === "CallExpression" && ["test", "it", "describe"].includes(String(getRoot(callee)));

const listArguments = (call: Piece) => call["arguments"] as unknown[];

const isWithin = (inner: Piece, outer: Piece) =>
  Number(outer["start"]) <= Number(inner["start"]) && Number(inner["end"]) <= Number(outer["end"]);

/** True for the options `{ tag: "@long" }` and `{ tag: [..., "@long"] }`. A conditional tag does not count. */
function isTaggedLong(details: unknown): boolean {
  if (!isPiece(details) || details.type !== "ObjectExpression") return false;
  return (details["properties"] as Piece[]).some(({ key, value }) => {
    if (!isPiece(key) || key["name"] !== "tag" || !isPiece(value)) return false;
    const tags = value.type === "ArrayExpression" ? (value["elements"] as unknown[]) : [value];
    return tags.some((tag) => getText(tag) === "@long");
  });
}
