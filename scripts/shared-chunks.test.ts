import fc from "fast-check";
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

test("two groups of parts whose names are cut to the same one are two files", () => {
  const parts = ["/a.ts", "/b.ts", "/c.ts", "/d.ts", "/e.ts"];
  const names = namesIn({
    ...shop,
    "/entry.ts": module([], SMALL, parts),
    ...Object.fromEntries(parts.map((part) => [part, module()])),
    "/a.ts": module(["/one.ts", "/two.ts"]),
    "/b.ts": module(["/one.ts", "/two.ts"]),
    "/c.ts": module(["/one.ts"]),
    "/d.ts": module(["/one.ts", "/two.ts"]),
    "/e.ts": module(["/two.ts"]),
    "/one.ts": module([], LARGE),
    "/two.ts": module([], LARGE),
  });
  expect(names["/one.ts"]).toBe("a-b-and-2-more");
  expect(names["/two.ts"]).toBe("a-b-and-2-more-2");
});

test("no file imports one that imports it again: else none of the two could be run first", () => {
  // Modules and parts in a row; each imports only what comes after it.
  const graph = fc.array(
    fc.record({ size: fc.nat(30_000), imports: fc.array(fc.nat(11)), isPart: fc.boolean() }),
    { minLength: 4, maxLength: 12 },
  );
  fc.assert(
    fc.property(graph, fc.array(fc.nat(9)), (rows, weights) => {
      const idOf = (at: number) => `/m${at}.ts`;
      const after = (at: number, imports: number[]) =>
        imports.filter((to) => to > at && to < rows.length).map(idOf);
      const parts = rows.flatMap(({ isPart }, at) => (isPart ? [idOf(at)] : []));
      const last = idOf(rows.length - 1);
      const modules: Record<string, Module> = {
        "/index.html": module(["/entry.ts"]),
        "/entry.ts": module([last], SMALL, parts),
        ...Object.fromEntries(
          rows.map(({ size, imports }, at) => [idOf(at), module(after(at, imports), size)]),
        ),
      };
      const weightOf = Object.fromEntries(parts.map((part, at) => [part, weights[at] ?? 1]));
      expect(circleIn(modules, namesIn(modules, weightOf))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

/** Whether files import each other in a circle; a module without a name is a file of its own. */
function circleIn(modules: Record<string, Module>, names: Record<string, string>): boolean {
  const fileOf = (id: string) => names[id] ?? id;
  const files = Map.groupBy(Object.keys(modules), fileOf);
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (files.get(from) ?? [])
      .flatMap((id) => modules[id]?.imports ?? [])
      .map(fileOf)
      .some((next) => {
        if (next === from || seen.has(next)) return false;
        seen.add(next);
        return next === to || reaches(next, to, seen);
      });
  return [...files.keys()].some((file) => reaches(file, file));
}
