import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { renderColours, COLOURS_CSS } from "../../scripts/write-colours.ts";
import { colours } from "#contract/colours.ts";
import { listFiles, root, sources } from "./sources.ts";
import { isPiece, getText } from "./pieces.ts";

const TOKENS = ["ui/tokens.css", "ui/colours.css"];
const COLOURS = "contract/colours.ts";
/** Style sheets of the test payment provider are not checked. It imitates another company, so it has another design. */
const STRANGER = "shop/payments/server/test-provider/";

/** CSS variables set by scripts: dot positions on a room's picture, and initial values of the gallery's transition. */
const SET_BY_SCRIPTS = ["--x", "--y", "--narrow-x", "--narrow-y", "--from-x", "--from-y", "--from-scale"];

test("style sheets use design tokens for colours and lengths", () => {
  const raw = listFiles("{ui,web,desk}/**/*.css", "shop/*/web/**/*.css")
    .filter((file) => !TOKENS.includes(file) && !file.startsWith(STRANGER))
    .flatMap((file) =>
      findRawValues(readFileSync(path.join(root, file), "utf8")).map((value) => `${file}: ${value}`),
    );
  expect(raw).toEqual([]);
});

test("style sheets only use variables that a style sheet or a script sets", () => {
  const sheets = listFiles("{ui,web,desk}/**/*.css", "shop/*/{web,server}/**/*.css").map((file) => ({
    file,
    css: readText(file),
  }));
  const declared = new Set([
    ...SET_BY_SCRIPTS,
    ...sheets.flatMap(({ css }) => css.match(/--[\w-]+(?=\s*:)/g) ?? []),
  ]);
  const unknown = sheets.flatMap(({ file, css }) =>
    (css.match(/(?<=var\()--[\w-]+(?=\s*\))/g) ?? [])
      .filter((name) => !declared.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test("the shop's colours are only defined in one list, and the style sheet and the icon use them", () => {
  expect(readFileSync(COLOURS_CSS, "utf8"), "run node scripts/write-colours.ts to update the file").toBe(
    renderColours(),
  );
  expect(findColours(readText("ui/tokens.css"))).toEqual([]);
  expect(findColours(readText("index.html"))).toEqual([]);
  expect(findColours(readText("web/public/favicon.svg"))).toEqual([colours.walnut]);
  const elsewhere = sources
    .filter(({ file }) => file !== COLOURS && !file.startsWith(STRANGER))
    .flatMap(({ file, pieces }) =>
      pieces.flatMap((piece) => findColours(getText(piece) ?? "").map((colour) => `${file}: ${colour}`)),
    );
  expect(elsewhere).toEqual([]);
});

test.each([
  [".a { color: #fff; }", 1],
  [".a { background: rgb(0 0 0 / 50%); }", 1],
  [".a { color: white; }", 1],
  [".a { padding: var(--space-2) 12px; }", 1],
  [".a { border: 1px solid var(--line); margin: 0 auto -1px; }", 0],
  ["@media (width >= 768px) { .a { inset: 0px; } }", 0],
  ["#main { white-space: nowrap; } /* 12px #fff */", 0],
  ["@font-face { src: url(./fonts/black-16px.woff2); }", 0],
])("raw colours and lengths in CSS are detected: %s contains %i", (css, count) => {
  expect(findRawValues(css)).toHaveLength(count);
});

test("no element has a style prop, because the content security policy blocks it", () => {
  const styled = sources.flatMap(({ file, pieces }) =>
    pieces.some(({ type, name }) => type === "JSXAttribute" && isPiece(name) && name["name"] === "style")
      ? [file]
      : [],
  );
  expect(styled).toEqual([]);
});

const readText = (file: string): string => readFileSync(path.join(root, file), "utf8");

const findColours = (text: string): string[] =>
  (text.match(/(?<!&)#([\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\brgba?\(/gi) ?? []).map((found) =>
    found.toLowerCase(),
  );

/** Returns the colours and lengths that should be variables. Media queries and selectors do not count. */
function findRawValues(css: string): string[] {
  const declarations = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").match(/[\w-]+\s*:[^;{}]*(?=[;}])/g) ?? [];
  return declarations.flatMap((declaration) => {
    const value = declaration.slice(declaration.indexOf(":") + 1).replaceAll(/url\([^)]*\)|"[^"]*"/g, "");
    const colours = value.match(
      /#[\da-f]{3,8}\b|\b(rgba?|hsla?|oklch|oklab|hwb|lab|lch)\(|(?<![\w-])(white|black)(?![\w-])/gi,
    );
    const lengths = value.match(/(?<![\w-])-?\d*\.?\d+px\b/g)?.filter((length) => !/^-?[01]px$/.test(length));
    return [...(colours ?? []), ...(lengths ?? [])].map((found) => `${found} in "${declaration.trim()}"`);
  });
}
