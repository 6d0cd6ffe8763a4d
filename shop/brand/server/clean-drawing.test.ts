import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { cleanDrawing } from "./clean-drawing.ts";
import { DRAWN_BY_PAGES, hashDrawing } from "./shop-brand.ts";

const draw = (content: string, root = 'viewBox="0 0 10 10"') =>
  cleanDrawing(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`).svg;

test("the drawings that came with the shop are those that its pages draw", () => {
  for (const [name, file] of [
    ["logo", "logo.svg"],
    ["mark", "logo-mark.svg"],
  ] as const) {
    const { svg } = cleanDrawing(readFileSync(resolveFromRoot("catalogue", file), "utf8"));
    expect(hashDrawing(svg)).toBe(DRAWN_BY_PAGES[name]);
  }
});

test("shapes, groups, gradients and their colours stay, also where a program wrote them as styles", () => {
  expect(draw('<g transform="scale(2)"><path d="M0 0h4" style="fill:#a52;stroke:none"/></g>')).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><g transform="scale(2)"><path d="M0 0h4" fill="#a52" stroke="none"/></g></svg>',
  );
  expect(draw('<circle r="3" fill="url(#warm)"/>')).toContain('fill="url(#warm)"');
  expect(draw("<title>My shop</title><metadata><a/></metadata><path d='M0 0'/>")).not.toContain("My shop");
});

test("its size is its viewBox, else its width and height", () => {
  expect(cleanDrawing('<svg width="40mm" height="20mm"><path d="M0 0"/></svg>')).toMatchObject({
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0"/></svg>',
    width: 40,
    height: 20,
  });
  expect(() => cleanDrawing('<svg><path d="M0 0"/></svg>')).toThrow("how large it is");
});

test.each([
  ["<script>alert(1)</script>", "<script>"],
  ["<foreignObject><b/></foreignObject>", "<foreignObject>"],
  ["<style>path{fill:url(//evil.example)}</style>", "<style>"],
  ['<image href="https://evil.example/a.png"/>', "<image>"],
  ['<use href="#a"/>', "<use>"],
  ["<animate/>", "<animate>"],
  ["<a><path d='M0 0'/></a>", "<a>"],
  ["<text>Taruva</text>", "words as text"],
])("%s is refused, and why", (content, why) => {
  expect(() => draw(content)).toThrow(why);
});

test("refuses other files than drawings with a message", () => {
  expect(() => cleanDrawing("")).toThrow();
  expect(() => cleanDrawing("<html></html>")).toThrow("<html>");
  expect(() => cleanDrawing("<svg viewBox='0 0 1 1'><path></svg>")).toThrow("is not an SVG");
  expect(() => cleanDrawing("<svg viewBox='0 0 1 1'/>")).toThrow("holds no shape");
  expect(() => cleanDrawing('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')).toThrow("DOCTYPE");
  expect(() => cleanDrawing(`<svg>${" ".repeat(100_001)}</svg>`)).toThrow("at most");
});

test("of no attribute anything is left that could run, fetch or close its quotes", () => {
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
