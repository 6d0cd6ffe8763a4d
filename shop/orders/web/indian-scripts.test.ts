import { expect, test } from "vitest";
import { splitIntoRuns, findScripts } from "./indian-scripts.ts";

const isOurs = (letter: string) => letter < "\u0900";
const splitText = (text: string) =>
  splitIntoRuns(text, isOurs).map(({ text, script }) => [script?.name ?? null, text]);

test("a text is cut where the script changes", () => {
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

test("each of the nine has its font, and what no font can write has none", () => {
  const all = "अ অ ਅ અ ଅ அ అ ಅ അ 木";
  expect(findScripts(all, isOurs).map(({ name }) => name)).toEqual([
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
    "Oriya",
    "Tamil",
    "Telugu",
    "Kannada",
    "Malayalam",
  ]);
  for (const { font, name } of findScripts(all, isOurs)) expect(font).toContain(`NotoSans${name}_400Regular`);
  expect(splitText("木")).toEqual([[null, "木"]]);
});
