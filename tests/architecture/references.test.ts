import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { exists, filesLike, root } from "./sources.ts";

/* What code, tests and documents refer to by a number or a link is there: §2.8, security §10, D65, T12, decision 013. */

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

const TEXTS = [
  "*.{md,json,ts}",
  ".env.example",
  "{client,contract,platform,server,shop,tests,scripts,ui,web}/**/*.{ts,tsx,mjs,css}",
  "migrations/*.sql",
  "{docs,catalogue}/**/*.md",
];
/** Its own wrong references are what the second test is about. */
const SELF = "tests/architecture/references.test.ts";

const files = filesLike(...TEXTS).filter((file) => file !== "package-lock.json" && file !== SELF);

/** What each kind of number is a heading, or the first cell of a row, of. */
const targets = new Set([
  ...found("docs/product.md", /^#+ (§[\d.]+)/gm),
  ...found("docs/readings.md", /^### ((?:D\d+ )+)/gm).flatMap((numbers) => numbers.trim().split(" ")),
  ...found("docs/threats.md", /^### Security (§\d+)/gm).map((number) => `security ${number}`),
  ...found("docs/threats.md", /^\| (T\d+) \|/gm),
  ...filesLike("docs/decisions/*.md").map((file) => `decision ${path.basename(file).slice(0, 3)}`),
]);

function found(file: string, heading: RegExp): string[] {
  return [...read(file).matchAll(heading)].map(([, number = ""]) => number);
}

/** Every number that a text refers to, in the form its target has. Ranges count with both ends. */
function numbersIn(text: string): string[] {
  const sections = [...text.matchAll(/(security )?§ ?(\d+(?:\.\d+)?)(?:[–-](\d+(?:\.\d+)?))?/gi)].flatMap(
    ([, security, first, last]) =>
      [first, last].flatMap((number) => (number ? `${security ? "security " : ""}§${number}` : [])),
  );
  const readings = [...text.matchAll(/(?<![\w#/-])D(\d{1,3})(?:\/(\d{1,3}))?(?![\w-])/g)].flatMap(
    ([, one, other]) => [one, other].flatMap((number) => (number ? `D${number}` : [])),
  );
  const threats = [...text.matchAll(/(?<![\w#/-])T([1-9]\d?)(?![\w:-])/g)].map(([, number]) => `T${number}`);
  const decisions = [...text.matchAll(/\bdecision (\d{3})\b/gi)].map(([, number]) => `decision ${number}`);
  return [...sections, ...readings, ...threats, ...decisions];
}

const unresolvedIn = (text: string): string[] => numbersIn(text).filter((number) => !targets.has(number));

test("every number leads to a heading", () => {
  expect(targets.size).toBeGreaterThan(150);
  const seen = files.map((file) => ({ file, text: read(file) }));
  expect(seen.flatMap(({ text }) => numbersIn(text)).length).toBeGreaterThan(500);
  expect(seen.flatMap(({ file, text }) => unresolvedIn(text).map((number) => `${file}: ${number}`))).toEqual(
    [],
  );
});

test("a number without a heading is noticed, and what is no number is let be", () => {
  const wrong =
    "(§2.20, §10) security §12, D11, D53/106, §2.9–2.20, T39, D98–D110; T0, decision 099, Decision 000";
  expect(unresolvedIn(wrong)).toEqual([
    "§2.20",
    "§10",
    "security §12",
    "§2.20",
    "D11",
    "D106",
    "D110",
    "T39",
    "decision 099",
    "decision 000",
  ]);
  expect(unresolvedIn("2026-11-20T09:00 2026T18:30 :T18:30 #D94 PD12 T1a, §n, Dn, 3D")).toEqual([]);
});

test("no number has two headings", () => {
  const headings = files.filter((file) => /^docs\/(product|readings|threats)\.md$/.test(file)).map(read);
  const numbers = headings.flatMap((text) =>
    [...text.matchAll(/^#+ (Security §\d+|§[\d.]+|D\d+)/gm)].map(([, number = ""]) => number),
  );
  expect(numbers.length).toBeGreaterThan(100);
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
});

/** As GitHub makes them of headings. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("every link in a document leads to a file, and to a heading of it", () => {
  const dead = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
        const [target = "", anchor] = link.split("#");
        const to = target === "" ? file : path.posix.join(path.posix.dirname(file), target);
        const leads = exists(to) && (!anchor || anchorsOf(read(to)).includes(anchor));
        return leads ? [] : `${file}: ${link}`;
      }),
    );
  expect(dead).toEqual([]);
});

test("every document that is named is there", () => {
  const places = (file: string) => ["", "docs/", `${path.posix.dirname(file)}/`];
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/(?<![\w/.{*-])(?:\.{1,2}\/)*([\w-][\w/.-]*\.md)\b/g)].flatMap(([name]) =>
      places(file).some((place) => exists(path.posix.join(place, name))) ? [] : `${file}: ${name}`,
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test("every source file that a document names is there", () => {
  const documents = files.filter((file) => file.endsWith(".md") && !file.startsWith("docs/decisions/"));
  const missing = documents.flatMap((file) =>
    [...read(file).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|css|sql|json))`/g)].flatMap(
      ([, name = ""]) => (exists(name) ? [] : `${file}: ${name}`),
    ),
  );
  expect([...new Set(missing)]).toEqual([]);
});
