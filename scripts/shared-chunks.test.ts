import { expect, test } from "vitest";
import { type Module, nameChunks } from "./shared-chunks.ts";

const LARGE = 50_000;
const SMALL = 100;

const module = (imports: string[] = [], size = SMALL, importsLater: string[] = []): Module => ({
  size,
  imports,
  importsLater,
});

/** The name of the file that each module comes in. */
function namesIn(modules: Record<string, Module>, weights: Record<string, number> = {}) {
  return Object.fromEntries(
    nameChunks(
      "/index.html",
      (part) => weights[part] ?? 1,
      (id) => modules[id] ?? null,
    ),
  );
}

const shop = {
  "/index.html": module(["/entry.ts"]),
  "/entry.ts": module(["/node_modules/react.js", "/button.ts"], SMALL, ["/home.ts", "/cart.ts", "/terms.ts"]),
  "/node_modules/react.js": module(),
  "/button.ts": module(),
};

test("what the entry imports comes with it, packages in a file of their own; what one page needs comes with that", () => {
  const names = namesIn({
    ...shop,
    "/home.ts": module(["/banner.ts", "/button.ts"]),
    "/cart.ts": module(),
    "/terms.ts": module(),
    "/banner.ts": module(),
  });
  expect(names).toEqual({ "/node_modules/react.js": "packages", "/entry.ts": "shop", "/button.ts": "shop" });
});

test("what the same pages import comes in one file, apart from what others would fetch for nothing", () => {
  const names = namesIn({
    ...shop,
    "/home.ts": module(["/card.ts", "/price.ts"]),
    "/cart.ts": module(["/card.ts", "/price.ts", "/policy.ts"]),
    "/terms.ts": module(["/policy.ts"]),
    "/card.ts": module([], LARGE),
    "/price.ts": module([], LARGE),
    "/policy.ts": module([], LARGE),
  });
  expect(names).toMatchObject({
    "/card.ts": "cart-home",
    "/price.ts": "cart-home",
    "/policy.ts": "cart-terms",
  });
});

test("something small rides along rather than costing a page one more file", () => {
  const names = namesIn({
    ...shop,
    "/home.ts": module(["/card.ts", "/mark.ts"]),
    "/cart.ts": module(["/card.ts"]),
    "/terms.ts": module(["/mark.ts"]),
    "/card.ts": module([], LARGE),
    "/mark.ts": module(),
  });
  expect(names).toMatchObject({ "/card.ts": "cart-home", "/mark.ts": "shop" });
});

test("a page that most visitors see does not fetch what only others need", () => {
  const modules = {
    ...shop,
    "/home.ts": module(["/card.ts"]),
    "/cart.ts": module(["/card.ts", "/form.ts"]),
    "/terms.ts": module(["/form.ts"]),
    "/card.ts": module([], 4_000),
    "/form.ts": module([], 4_000),
  };
  expect(namesIn(modules)).toMatchObject({ "/card.ts": "shop", "/form.ts": "shop" });
  expect(namesIn(modules, { "/home.ts": 50 })).toMatchObject({
    "/card.ts": "shop",
    "/form.ts": "cart-terms",
  });
});

test("no two files import each other, however cheap it would be", () => {
  // With the top in it, the first file would import the middle, which imports the first file.
  const names = namesIn({
    ...shop,
    "/entry.ts": module(["/button.ts"], SMALL, ["/home.ts", "/cart.ts", "/terms.ts", "/story.ts"]),
    "/home.ts": module(["/top.ts"]),
    "/cart.ts": module(["/top.ts"]),
    "/terms.ts": module(["/middle.ts"]),
    "/story.ts": module(),
    "/top.ts": module(["/middle.ts"]),
    "/middle.ts": module(["/entry.ts"], LARGE),
  });
  expect(names).toMatchObject({ "/top.ts": "cart-home-terms", "/middle.ts": "cart-home-terms" });
});
