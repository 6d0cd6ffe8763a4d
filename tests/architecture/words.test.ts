import { expect, test } from "vitest";
import { sources } from "./sources.ts";
import { listTexts } from "./pieces.ts";

const LEAST_WORDS = 3;

test("no sentence in a string of the code is repeated in another file", () => {
  const filesOf = new Map<string, Set<string>>();
  for (const source of sources) {
    for (const text of listTexts(source).filter(isSentence)) {
      filesOf.set(text, (filesOf.get(text) ?? new Set()).add(source.file));
    }
  }
  const twice = [...filesOf]
    .filter(([, files]) => files.size > 1)
    .map(([text, files]) => `${text} [${[...files].join(", ")}]`);
  expect(twice).toEqual([]);
});

test("messages of the shop's commands contain no options such as --reason, because the desk shows them too", () => {
  const typed = sources
    .filter(({ file }) => /^(shop\/[\w-]+\/server|platform\/operator)\//.test(file))
    .flatMap((source) => listTexts(source).map((text) => `${source.file}: ${text}`))
    .filter((text) => isSentence(text) && / --[a-z]/.test(text));
  expect(typed).toEqual([]);
});

test("texts have straight apostrophes, except the exact texts of the specification (§8)", () => {
  const exact = /^We couldn’t load (this product|your addresses) right now\./;
  const curly = sources.flatMap((source) =>
    listTexts(source)
      .filter((text) => /\p{L}’|’\p{L}/u.test(text) && !exact.test(text))
      .map((text) => `${source.file}: ${text}`),
  );
  expect(curly).toEqual([]);
});

function isSentence(text: string): boolean {
  return /[.!?]$/.test(text) && text.split(" ").filter((word) => /\p{L}/u.test(word)).length >= LEAST_WORDS;
}
