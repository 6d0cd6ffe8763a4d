import fc from "fast-check";
import { expect, test } from "vitest";
import { type Module, nameChunks } from "./shared-chunks.ts";

const LARGE = 30_000;
const SMALL = 10;

const createModule = (imports: string[] = [], size = SMALL, importsLater: string[] = []): Module => ({
  size,
  imports,
  importsLater,
});

/** The name of the file that each module comes in. */
function listNames(modules: Record<string, Module>, weights: Record<string, number> = {}) {
  return Object.fromEntries(
    nameChunks(
      "/index.html",
      (part) => weights[part] ?? 1,
      (id) => modules[id] ?? null,
    ),
  );
}

const shop = {
  "/index.html": createModule(["/entry.ts"]),
  "/entry.ts": createModule(["/node_modules/react.js", "/button.ts"], SMALL, [
    "/home.ts",
    "/cart.ts",
    "/terms.ts",
  ]),
  "/node_modules/react.js": createModule(),
  "/button.ts": createModule(),
};

test("the entry's imports are loaded with it, packages in a separate file; a page's imports are loaded with the page", () => {
  const names = listNames({
    ...shop,
    "/home.ts": createModule(["/banner.ts", "/button.ts"]),
    "/cart.ts": createModule(),
    "/terms.ts": createModule(),
    "/banner.ts": createModule(),
  });
  expect(names).toEqual({ "/node_modules/react.js": "packages", "/entry.ts": "shop", "/button.ts": "shop" });
});

test("what the same pages import comes in one file, apart from what others would fetch for nothing", () => {
  const names = listNames({
    ...shop,
    "/home.ts": createModule(["/card.ts", "/price.ts"]),
    "/cart.ts": createModule(["/card.ts", "/price.ts", "/policy.ts"]),
    "/terms.ts": createModule(["/policy.ts"]),
    "/card.ts": createModule([], LARGE),
    "/price.ts": createModule([], LARGE),
    "/policy.ts": createModule([], LARGE),
  });
  expect(names).toMatchObject({
    "/card.ts": "cart-home",
    "/price.ts": "cart-home",
    "/policy.ts": "cart-terms",
  });
});

test("something small rides along rather than costing a page one more file", () => {
  const names = listNames({
    ...shop,
    "/home.ts": createModule(["/card.ts", "/mark.ts"]),
    "/cart.ts": createModule(["/card.ts"]),
    "/terms.ts": createModule(["/mark.ts"]),
    "/card.ts": createModule([], LARGE),
    "/mark.ts": createModule(),
  });
  expect(names).toMatchObject({ "/card.ts": "cart-home", "/mark.ts": "shop" });
});

test("a page that most visitors see does not fetch what only others need", () => {
  const modules = {
    ...shop,
    "/home.ts": createModule(["/card.ts"]),
    "/cart.ts": createModule(["/card.ts", "/form.ts"]),
    "/terms.ts": createModule(["/form.ts"]),
    "/card.ts": createModule([], 400),
    "/form.ts": createModule([], 400),
  };
  expect(listNames(modules)).toMatchObject({ "/card.ts": "shop", "/form.ts": "shop" });
  expect(listNames(modules, { "/home.ts": 50 })).toMatchObject({
    "/card.ts": "shop",
    "/form.ts": "cart-terms",
  });
});

test("two groups of parts whose names are cut to the same one are two files", () => {
  const parts = ["/a.ts", "/b.ts", "/c.ts", "/d.ts", "/e.ts"];
  const names = listNames({
    ...shop,
    "/entry.ts": createModule([], SMALL, parts),
    ...Object.fromEntries(parts.map((part) => [part, createModule()])),
    "/a.ts": createModule(["/one.ts", "/two.ts"]),
    "/b.ts": createModule(["/one.ts", "/two.ts"]),
    "/c.ts": createModule(["/one.ts"]),
    "/d.ts": createModule(["/one.ts", "/two.ts"]),
    "/e.ts": createModule(["/two.ts"]),
    "/one.ts": createModule([], LARGE),
    "/two.ts": createModule([], LARGE),
  });
  expect(names["/one.ts"]).toBe("a-and-3");
  expect(names["/two.ts"]).toBe("a-and-3-2");
});

test("no file imports one that imports it again: else none of the two could be run first", () => {
  // Modules and parts in a row; each imports only what comes after it.
  const graph = fc.array(
    fc.record({ size: fc.nat(3_000), imports: fc.array(fc.nat(11)), isPart: fc.boolean() }),
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
        "/index.html": createModule(["/entry.ts"]),
        "/entry.ts": createModule([last], SMALL, parts),
        ...Object.fromEntries(
          rows.map(({ size, imports }, at) => [idOf(at), createModule(after(at, imports), size)]),
        ),
      };
      const weightOf = Object.fromEntries(parts.map((part, at) => [part, weights[at] ?? 1]));
      expect(hasCircle(modules, listNames(modules, weightOf))).toBe(false);
    }),
    { numRuns: 150 },
  );
});

/** True if files import each other in a circle. A module without a name is a separate file. */
function hasCircle(modules: Record<string, Module>, names: Record<string, string>): boolean {
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
