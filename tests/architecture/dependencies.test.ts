import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { featureUses, mayImport, mayImportPackage } from "../../scripts/architecture.ts";
import {
  getOwner,
  resolveImport,
  listFiles,
  listImports,
  sources,
  type Source,
  parseSource,
  root,
} from "./sources.ts";

test("every import follows the layers: a lower layer never imports a higher one", () => {
  expect(sources.flatMap(findBreaches)).toEqual([]);
});

test("tests of contract, platform, client and ui import no feature, and scripts only import public APIs of features", () => {
  const tests = parseFiles("{contract,platform,client,ui}/**/*.test.{ts,tsx}");
  const scripts = parseFiles("scripts/**/*.{ts,mjs}");
  const isAbove = (target: string) => /^(shop|server|web)\//.test(target);
  const isPrivate = (target: string) => /^shop\/.*\/(server\/(?!index|feature)|web\/)/.test(target);
  expect(tests.flatMap((source) => findImports(source, isAbove))).toEqual([]);
  expect(scripts.flatMap((source) => findImports(source, isPrivate))).toEqual([]);
});

test("features do not import each other in a circle", () => {
  expect(Object.keys(featureUses).filter((feature) => listReached(feature).has(feature))).toEqual([]);
});

test("files do not import each other in a circle, including imports of types, import() and test files", () => {
  const testSources = parseFiles("{tests/support,tests/architecture,scripts}/**/!(*.test).{ts,mjs}");
  const all = [...sources, ...testSources];
  const files = new Set(all.map(({ file }) => file));
  const importsOf = new Map(
    all.map((source) => [
      source.file,
      listImports(source).flatMap((specifier) => {
        const target = resolveImport(specifier, source.file);
        return target !== null && files.has(target) ? [target] : [];
      }),
    ]),
  );
  expect(findCircle(importsOf)).toEqual([]);
});

test("every import in the table of allowed feature imports occurs in the code", () => {
  const needed = new Set(
    sources.flatMap((source) =>
      listImports(source).map(
        (specifier) => `${getFeature(source.file)} ${getFeature(resolveImport(specifier, source.file))}`,
      ),
    ),
  );
  const idle = Object.entries(featureUses).flatMap(([feature, uses]) =>
    uses.map((other) => `${feature} ${other}`).filter((pair) => !needed.has(pair)),
  );
  expect(idle).toEqual([]);
});

test.each([
  ["shop/orders/web/order-table.tsx", 'type Row = import("#shop/orders/server/index.ts").Row;'],
  ["web/pages/home.tsx", 'const database = await import("#platform/database/database.ts");'],
  ["ui/button.tsx", 'const Cart = import("#shop/cart/web/cart-drawer.tsx");'],
  ["shop/orders/order.ts", 'export * from "./server/index.ts";'],
  ["shop/orders/server/index.ts", 'import("../../cart/server/tables.ts");'],
  ["shop/orders/web/order-table.tsx", 'import("../../cart/web/cart-drawer.tsx");'],
  ["shop/cart/cart.ts", 'export * from "#shop/orders/order.ts";'],
  ["shop/toy/server/routes.ts", 'export * from "#shop/orders/server/index.ts";'],
  ["server/app.ts", 'import("../web/routes.tsx");'],
  ["server/app.ts", 'import("#shop/checkout/server/place-order.ts");'],
  ["desk/server/desk.ts", 'import("#shop/orders/server/index.ts");'],
  ["desk/web/shell.tsx", 'import("#platform/operator/protocol.ts");'],
  ["server/cli.ts", 'import("../desk/server/desk.ts");'],
  ["web/routes.tsx", 'import("../desk/web/app.tsx");'],
  ["contract/money.ts", 'import("../shop/pricing/totals.ts");'],
  ["platform/mail/mail.ts", 'import("#shop/orders/server/index.ts");'],
  ["client/live.ts", 'import("../web/shell/header.tsx");'],
  ["shop/cart/web/cart-drawer.tsx", 'import("../../catalogue/card.ts");'],
  ["shop/cart/cart.ts", 'import { readFile } from "node:fs/promises";'],
  ["contract/money.ts", 'import type { FastifyReply } from "fastify";'],
  ["ui/button.tsx", 'import path from "node:path";'],
  ["desk/web/shell.tsx", 'import("pg");'],
  ["shop/orders/server/index.ts", 'import("react-dom/server");'],
])("the import rules reject this line in %s: %s", (file, text) => {
  expect(findBreaches(parseSource(file, text))).toHaveLength(1);
});

const parseFiles = (pattern: string): Source[] =>
  listFiles(pattern).map((file) => parseSource(file, readFileSync(path.join(root, file), "utf8")));

const findBreaches = (source: Source): string[] => [
  ...findImports(
    source,
    (target, specifier) =>
      !mayImport(source.file, target) ||
      // Only files of the same feature may be imported by a relative path.
      (specifier.startsWith(".") && getOwner(target) !== getOwner(source.file)),
  ),
  ...listImports(source)
    .filter((specifier) => /^[^.#]/.test(specifier) && !mayImportPackage(source.file, specifier))
    .map((specifier) => `${source.file} imports ${specifier}`),
];

const findImports = (source: Source, matches: (target: string, specifier: string) => boolean): string[] =>
  listImports(source).flatMap((specifier) => {
    const target = resolveImport(specifier, source.file);
    return target !== null && matches(target, specifier) ? [`${source.file} imports ${specifier}`] : [];
  });

/** Returns the files of one circular import, in order, or an empty list if there is none. */
function findCircle(importsOf: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): readonly string[] => {
    if (way.includes(file)) return way.slice(way.indexOf(file));
    if (done.has(file)) return [];
    for (const next of importsOf.get(file) ?? []) {
      const circle = visit(next, [...way, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  return [...importsOf.keys()].map((file) => visit(file, [])).find(({ length }) => length > 0) ?? [];
}

function listReached(feature: string, seen = new Set<string>()): Set<string> {
  for (const other of featureUses[feature] ?? []) {
    if (seen.has(other)) continue;
    seen.add(other);
    listReached(other, seen);
  }
  return seen;
}

const getFeature = (file: string | null) => (file?.startsWith("shop/") ? file.split("/")[1] : file);
