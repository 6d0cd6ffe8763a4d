import { expect, test } from "vitest";
import { findJsonError } from "./envelope.ts";

test.each<[string, string]>([
  ['{\n  "a": 1,\n}', "3:1 there is a comma too many before this }."],
  ["[1, 2,]", "1:7 there is a comma too many before this ]."],
  ['{\n  "a": 1\n  "b": 2\n}', '3:3 a comma or } is expected here, and not "b".'],
  ['{ "a" 1 }', "1:7 a : is expected here, and not 1."],
  ["{ a: 1 }", '1:3 a name in "…" or } is expected here, and not a.'],
  ['{ "a": “x” }', '1:8 texts are written between straight quotes: "…".'],
  ['{ "a": "x\n" }', '1:8 a text begins here that has no " at its end, or a line break in it.'],
  ['[{ "a": }]', "1:9 a value is expected here, and not }."],
  ['{ "a": [1, 2 }', "1:14 a comma or ] is expected here, and not }."],
  ['{ "a": [1, 2', "1:13 the file ends, but ] is missing."],
  ["", "1:1 the file ends, but a value is missing."],
  ["1 2", "1:3 nothing more is expected here, and not 2."],
  ["{ 'a': 1 }", '1:3 texts are written between straight quotes: "…".'],
])("%j", (text, said) => {
  const error = findJsonError(text);
  expect(`${error?.line}:${error?.column} ${error?.message}`).toBe(said);
});

test("it agrees with JSON.parse about every text with one character left out, doubled or put in", () => {
  const whole = '{"a": [1, -2.5e3, "x\\n\\u00e9"], "b": {"c": null, "d": [], "e": {}}, "f": true}';
  for (let at = 0; at <= whole.length; at++) {
    const [previous, after] = [whole.slice(0, at), whole.slice(at)];
    for (const text of [
      previous + after.slice(1),
      previous + after.slice(0, 1) + after,
      `${previous},${after}`,
      `${previous}"${after}`,
    ])
      expect(findJsonError(text) === null, text).toBe(isJson(text));
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
