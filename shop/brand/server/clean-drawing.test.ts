import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { cleanDrawing } from "./clean-drawing.ts";
import { DRAWN_BY_PAGES, hashDrawing } from "./shop-brand.ts";

const draw = (content: string, root = 'viewBox="0 0 10 10"') =>
  cleanDrawing(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`).svg;

test("the constant DRAWN_BY_PAGES contains the current hashes of the default logo and mark", () => {
  for (const [name, file] of [
    ["logo", "logo.svg"],
    ["mark", "logo-mark.svg"],
  ] as const) {
    const { svg } = cleanDrawing(readFileSync(resolveFromRoot("catalogue", file), "utf8"));
    expect(hashDrawing(svg)).toBe(DRAWN_BY_PAGES[name]);
  }
});

test("a colour in the style attribute replaces the same attribute, and a nested style is ignored", () => {
  expect(draw('<path d="M0 0" fill="red" style="fill:blue;stroke:none"/>')).toContain(
    '<path d="M0 0" fill="blue" stroke="none"/>',
  );
  expect(draw(`<path d="M0 0" style="${"style:".repeat(10_000)}fill:blue"/>`)).toContain('<path d="M0 0"/>');
});

test.each([
  ["<script>alert(1)</script>", "<script>"],
  ["<foreignObject><b/></foreignObject>", "<foreignObject>"],
  ["<style>path{fill:url(//evil.example)}</style>", "<style>"],
  ['<image href="https://evil.example/a.png"/>', "<image>"],
  ['<use href="#a"/>', "<use>"],
  ["<animate/>", "<animate>"],
  ["<a><path d='M0 0'/></a>", "<a>"],
  ["<text>Taruva</text>", "contains text"],
])("an SVG with %s is refused with an error that names %s", (content, why) => {
  expect(() => draw(content)).toThrow(why);
});

test("a cleaned SVG has no attribute that could run a script, fetch a URL or break out of its quotes", () => {
  const attribute = fc.oneof(
    fc.constantFrom("onload", "href", "xlink:href", "style", "fill", "clip-path", "id", "d", "class"),
    fc.stringMatching(/^[a-z]{1,8}$/),
  );
  const value = fc.oneof(
    fc.constantFrom(
      "javascript:alert(1)",
      "url(https://evil.example)",
      "URL( '//evil.example' )",
      "fill:url(x)",
      "&quot; onload=&quot;alert(1)",
      "u\\72l(x)",
    ),
    fc.stringMatching(/^[^<&"]{0,20}$/),
  );
  fc.assert(
    fc.property(attribute, value, (name, value) => {
      let made: string;
      try {
        made = draw(`<path d="M0 0" ${name === "d" ? "id" : name}="${value}" xmlns:xlink="x"/>`);
      } catch {
        return;
      }
      expect(made).not.toMatch(/ on\w+=|href|javascript:|evil|url\((?!#)/i);
      expect(made.match(/"/g)?.length ?? 0).toSatisfy((quotes: number) => quotes % 2 === 0);
    }),
  );
});
