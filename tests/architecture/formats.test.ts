import { expect, test } from "vitest";
import { isPiece, getText } from "./pieces.ts";
import { sources, type Source, parseSource } from "./sources.ts";

const LOCALE = "contract/locale.ts";
const FORMATS = ["contract/dates.ts", "contract/money.ts"];

test("only contract/dates.ts and contract/money.ts format dates and amounts", () => {
  const elsewhere = sources.flatMap((source) => [
    ...(FORMATS.includes(source.file) ? [] : findFormats(source)),
    ...(source.file === LOCALE ? [] : findLocales(source)),
  ]);
  expect(elsewhere).toEqual([]);
});

test.each([
  ["when.toLocaleDateString(SHOP_LOCALE);", ["some.ts: toLocaleDateString"]],
  ["new Intl.NumberFormat(SHOP_LOCALE).format(price);", ["some.ts: NumberFormat"]],
  ['const html = `<html lang="en-IN">`;', ["some.ts: en-IN"]],
  ["new Intl.Segmenter(); name.toLocaleLowerCase(); price.toFixed(2);", []],
])(
  "the check for code outside contract/ that formats dates or amounts reads '%s' and reports %j",
  (text, found) => {
    const source = parseSource("some.ts", text);
    expect([...findFormats(source), ...findLocales(source)]).toEqual(found);
  },
);

const FORMAT = /^(toLocale(Date|Time)?String|DateTimeFormat|RelativeTimeFormat|NumberFormat)$/;

const findFormats = ({ file, pieces }: Source): string[] =>
  pieces.flatMap(({ type, property }) => {
    const name = type === "MemberExpression" && isPiece(property) ? property["name"] : null;
    return typeof name === "string" && FORMAT.test(name) ? [`${file}: ${name}`] : [];
  });

const findLocales = ({ file, pieces }: Source): string[] =>
  pieces.flatMap((piece) => (/\ben-IN\b/.test(getText(piece) ?? "") ? [`${file}: en-IN`] : []));
