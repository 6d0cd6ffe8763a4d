import { expect, test } from "vitest";
import { wrapText } from "./wrap-text.ts";

const wrap = (text: string, width: number) => wrapText(text, width, ({ length }) => length);

test("lines break at spaces", () => {
  expect(wrap("a bowl for every day", 8)).toEqual(["a bowl", "for", "every", "day"]);
  expect(wrap("a bowl", 8)).toEqual(["a bowl"]);
  expect(wrap("", 8)).toEqual([""]);
});

test("a word breaks only where it alone is too wide, and never inside a letter", () => {
  expect(wrap("an unbreakable bowl", 6)).toEqual(["an", "unbrea", "kable", "bowl"]);
  expect(wrap("शिशिरकी", 4)).toEqual(["शिशि", "रकी"]);
});
