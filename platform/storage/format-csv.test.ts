import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCsv, formatPlainCsv } from "./csv.ts";

/** Ordinary, full-width, small, superscript and subscript signs, and the minus sign. */
const SIGNS = Array.from("=+-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−");
const UNSEEN = Array.from(
  " \t\r\n\u00a0\u00ad\u034f\u061c\u115f\u180e\u2000\u200b\u200d\u200e\u2028\u202e\u2060\u2066\u2800\u3000\u3164\ufe0f\ufeff\uffa0\u0000\u{e0020}",
);

const read = (text: string): string[][] => parse(text, { relax_column_count: true });

test("a spreadsheet reads no CSV cell as a formula, even after invisible characters", () => {
  const formulas = fc
    .tuple(fc.array(fc.constantFrom(...UNSEEN)), fc.constantFrom(...SIGNS), fc.string({ unit: "grapheme" }))
    .map((parts) => parts.flat().join(""));
  fc.assert(
    fc.property(formulas, (formula) => {
      expect(read(formatCsv([[formula, "b"]]))).toEqual([[`'${formula}`, "b"]]);
    }),
    { examples: [["＝1+1"], ["\u200b=1+1"], ["\t=1+1"], ["\ufeff ＠SUM(A1)"]] },
  );
});

test("ordinary texts in a CSV file are read back unchanged, even by programs that split at semicolons", () => {
  for (const name of [
    "Asha",
    "1-2",
    "a=b",
    "Dr. 'Mini' \"Rao\"",
    "é",
    "अशा",
    "a\nb",
    "14, Lake View",
    "x@example.com",
  ])
    expect(read(formatCsv([[name, "b"]])), name).toEqual([[name, "b"]]);
  expect(formatCsv([["x;=1+1", 3]])).toBe('"x;=1+1",3.00');
});

test("a CSV file for import into another program contains each text unchanged, even a text that looks like a formula", () => {
  for (const text of ["=1+1", "+91 98765 43210", "-20% today", "@taruva", 'a "b", c\n=d', "Asha"])
    expect(read(formatPlainCsv([[text, "b"]])), text).toEqual([[text, "b"]]);
});
