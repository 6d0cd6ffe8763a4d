import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles, root } from "./sources.ts";

/* Checks that references in code, tests and documents exist: §2.8, security §10, D65, T12, decision 013. */

export const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

const TEXTS = [
  "*.{md,json,ts}",
  ".env.example",
  "{client,contract,platform,server,shop,tests,scripts,ui,web}/**/*.{ts,tsx,mjs,css}",
  "migrations/*.sql",
  "{docs,catalogue}/**/*.md",
];

/** The test file itself is not checked, because it contains wrong references on purpose. */
const SELF = "tests/architecture/references.test.ts";

export const files = listFiles(...TEXTS).filter((file) => file !== "package-lock.json" && file !== SELF);

/** All targets of references: headings, first cells of table rows, and file names of decisions. */
export const targets = new Set([
  ...findHeadings("docs/developers/product.md", /^#+ (§[\d.]+)/gm),
  ...findHeadings("docs/developers/readings.md", /^### ((?:D\d+ )+)/gm).flatMap((numbers) =>
    numbers.trim().split(" "),
  ),
  ...findHeadings("docs/developers/security.md", /^### Security (§\d+)/gm).map(
    (number) => `security ${number}`,
  ),
  ...findHeadings("docs/developers/security.md", /^\| (T\d+) \|/gm),
  ...listFiles("docs/developers/decisions/*.md").map((file) => `decision ${path.basename(file).slice(0, 3)}`),
]);

function findHeadings(file: string, heading: RegExp): string[] {
  return [...read(file).matchAll(heading)].map(([, number = ""]) => number);
}

/** Returns every reference in a text. For a range such as §2.1–2.4, returns its first and its last number. */
export function findNumbers(text: string): string[] {
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

export const findUnresolved = (text: string): string[] =>
  findNumbers(text).filter((number) => !targets.has(number));

export const listAnchors = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
