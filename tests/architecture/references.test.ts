import path from "node:path";
import { expect, test } from "vitest";
import { fileExists } from "./sources.ts";
import { listAnchors, files, findNumbers, read, targets, findUnresolved } from "./references.ts";

test("every reference to a clause, decision or threat has a heading in the documents", () => {
  expect(targets.size).toBeGreaterThan(150);
  const seen = files.map((file) => ({ file, text: read(file) }));
  expect(seen.flatMap(({ text }) => findNumbers(text)).length).toBeGreaterThan(500);
  expect(
    seen.flatMap(({ file, text }) => findUnresolved(text).map((number) => `${file}: ${number}`)),
  ).toEqual([]);
});

test("a reference to a clause, decision or threat without a heading is reported, and similar texts are ignored", () => {
  const wrong =
    "(§2.20, §10) security §12, D11, D53/206, §2.9–2.20, T99, D98–D210; T0, decision 099, Decision 000";
  expect(findUnresolved(wrong)).toEqual([
    "§2.20",
    "§10",
    "security §12",
    "§2.20",
    "D11",
    "D206",
    "D210",
    "T99",
    "decision 099",
    "decision 000",
  ]);
  expect(findUnresolved("2026-11-20T09:00 2026T18:30 :T18:30 #D94 PD12 T1a, §n, Dn, 3D")).toEqual([]);
});

test("no clause or decision has two headings", () => {
  const headings = files
    .filter((file) => /^docs\/developers\/(product|readings|security)\.md$/.test(file))
    .map(read);
  const numbers = headings.flatMap((text) =>
    [...text.matchAll(/^#+ (Security §\d+|§[\d.]+|D\d+)/gm)].map(([, number = ""]) => number),
  );
  expect(numbers.length).toBeGreaterThan(100);
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
});

test("every link in a document leads to an existing file and heading", () => {
  const dead = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
        const [target = "", anchor] = link.split("#");
        const to = target === "" ? file : path.posix.join(path.posix.dirname(file), target);
        const leads = fileExists(to) && (!anchor || listAnchors(read(to)).includes(anchor));
        return leads ? [] : `${file}: ${link}`;
      }),
    );
  expect(dead).toEqual([]);
});

test("every document that is named in a file exists", () => {
  const texts = "shop/texts/server/standard/";
  const places = (file: string) => [
    "",
    "docs/developers/",
    "docs/owners/",
    "tests/load/",
    texts,
    `${path.posix.dirname(file)}/`,
  ];
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w/.{*-])(?:\.{1,2}\/)*([\w-][\w/.-]*\.md)\b/g)].flatMap(([name]) =>
      places(file).some((place) => fileExists(path.posix.join(place, name))) ? [] : `${file}: ${name}`,
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test("every source file that a document names exists", () => {
  const documents = files.filter(
    (file) => file.endsWith(".md") && !file.startsWith("docs/developers/decisions/"),
  );
  const missing = documents.flatMap((file) =>
    [...read(file).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|css|sql|json))`/g)].flatMap(
      ([, name = ""]) => (fileExists(name) ? [] : `${file}: ${name}`),
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
});
