import { expect, test } from "vitest";
import { splitIntoRuns } from "./indian-scripts.ts";
import { loadScriptFont } from "./paper-fonts.ts";

const isOurs = (letter: string) => letter < "\u0900";
const splitText = (text: string) =>
  splitIntoRuns(text, isOurs).map(({ text, script }) => [script?.name ?? null, text]);

test("a text is split where the script changes", () => {
  expect(splitText("Flat 4, आशा निवास")).toEqual([
    [null, "Flat 4, "],
    ["Devanagari", "आशा"],
    [null, " "],
    ["Devanagari", "निवास"],
  ]);
  expect(splitText("தமிழ்বাংলা")).toEqual([
    ["Tamil", "தமிழ்"],
    ["Bengali", "বাংলা"],
  ]);
});

test("what scripts share goes on with the one before: a danda, a joiner", () => {
  expect(splitText("বাংলা।")).toEqual([["Bengali", "বাংলা।"]]);
  expect(splitText("क्\u200Dष")).toEqual([["Devanagari", "क्\u200Dष"]]);
});

test("each of the nine is in its font, joined; what no font can write has no script", () => {
  for (const text of "क्षि ক্ষি ਪ੍ਰੀ ક્ષિ କ୍ଷି கௌ క్షి ಕ್ಷಿ ക്രൊ".split(" ")) {
    const [{ script } = { script: null }] = splitIntoRuns(text, isOurs);
    if (!script) throw new Error(`no script for ${text}`);
    const { shape, embedded } = loadScriptFont(script, false);
    const ids = shape(text).map(({ id }) => id);
    expect(ids, text).not.toContain(0);
    const oneByOne = Array.from(text, (letter) => embedded.glyphForCodePoint(letter.codePointAt(0) ?? 0).id);
    expect(ids, text).not.toEqual(oneByOne);
  }
  expect(splitText("木")).toEqual([[null, "木"]]);
});
