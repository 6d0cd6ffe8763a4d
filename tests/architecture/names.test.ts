import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./sources.ts";

/** Metaphors and unusual words that standard terms have replaced. No declared name may contain one of them. */
const REPLACED = (
  "hall room door floor storefront shopfront edition tell told reaction bell poke oddity concern press " +
  "backstage manners hushed aloud quietly weigh admitted keeper exchange wish " +
  "patience premises goodbye trading rival clerk squeezed spend arrive movable giveback"
).split(" ");

const plurals = new Map(
  REPLACED.flatMap((word) => [
    [word, word],
    [`${word}s`, word],
    [getPlural(word), word],
  ]),
);

const DECLARATION =
  /(?:^|[^.\w])(?:const|let|function\*?|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)|^\s*(?:readonly\s+)?([A-Za-z_$][\w$]*)\??:\s/gm;

function findReplaced(file: string, text: string): string[] {
  return [...text.matchAll(DECLARATION)]
    .map(([, declared, property]) => declared ?? property ?? "")
    .filter((name) => splitIntoWords(name).some((word) => plurals.has(word)))
    .map((name) => `${file}: ${name}`);
}

const hasReplacedName = (file: string): boolean => file.split(/[/.-]/).some((word) => plurals.has(word));

/** Test titles must not contain these metaphors and unusual words. */
const DIALECT =
  /\b(told|whoever|thrice|aloud|quietly|hushed|backstage|manners|oddity|poke[ds]?|goodbye|premises|clerk|squeezed|rivals?)\b/i;

const TITLE = /(?:\b(?:test|describe)(?:\.\w+)*\(|^\s*\]\)\()\s*(?:"([^"]+)"|`([^`]+)`)/gm;

function findDialect(file: string, text: string): string[] {
  if (!/\.(test|journey)\.tsx?$/.test(file)) return [];
  return [...text.matchAll(TITLE)]
    .map(([, quoted, template]) => quoted ?? template ?? "")
    .filter((title) => DIALECT.test(title))
    .map((title) => `${file}: ${title}`);
}

const splitIntoWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _$]/);

function getPlural(word: string): string {
  return /(s|sh|ch)$/.test(word) ? `${word}es` : word.replace(/f$/, "ves").replace(/y$/, "ies");
}

const files = listFiles(
  "{contract,platform,client,ui,shop,server,web,tests,scripts}/**/*.{ts,tsx,mjs,css}",
).filter((file) => !file.endsWith("/names.test.ts"));

const readText = (file: string): string => readFileSync(path.join(root, file), "utf8");

test("no name in the code uses a word that the glossary has replaced", () => {
  expect(files.flatMap((file) => findReplaced(file, readText(file)))).toEqual([]);
  const text =
    "export const readHalls = () => 1;\ninterface Hall {\n  toldAt?: Date;\n}\nconst hallmark = 2;";
  expect(findReplaced("shop/orders/a.ts", text)).toHaveLength(3);
});

test("no file or folder name uses a word that the glossary has replaced", () => {
  expect(files.filter(hasReplacedName)).toEqual([]);
});

test("no test title contains a word from the list of unusual words", () => {
  expect(files.flatMap((file) => findDialect(file, readText(file)))).toEqual([]);
  const title =
    'test.describe("the thrice repeated order", () => {\n  test(`the customer is told the price`, () => {});\n});';
  expect(findDialect("shop/a.test.ts", title)).toHaveLength(2);
});
