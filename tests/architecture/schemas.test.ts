import { expect, test } from "vitest";
import { resolveImport, type Source, sources } from "./sources.ts";
import { isPiece, type Piece, getText } from "./pieces.ts";

// Schemas validate requests on the server and forms in the browser. A page without a form must not load them.

const byFile = new Map(sources.map((source) => [source.file, source]));
const WITHOUT_FORM = ["home", "listing", "product", "cart", "our-story", "policy", "not-found"];

test.each(["web/entry-client.tsx", ...WITHOUT_FORM.map((page) => `web/pages/${page}.tsx`)])(
  "the browser's code of %s contains no schema library",
  (start) => {
    expect(byFile.has(start)).toBe(true);
    expect(findWaysToSchemas(start)).toEqual([]);
  },
);

test("the endpoint modules that browsers load import only types from contracts", () => {
  const heavy = sources.filter(
    (source) =>
      /^shop\/[^/]+\/endpoints\.ts$/.test(source.file) && listLoaded(source).includes("./contracts.ts"),
  );
  expect(heavy.map(({ file }) => file)).toEqual([]);
});

/** Returns a chain of imports from the start file to each loaded module that uses the schema library. */
function findWaysToSchemas(start: string): string[] {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  const importPaths: string[] = [];
  for (const file of cameFrom.keys()) {
    const source = byFile.get(file);
    if (!source) continue;
    const imported = listLoaded(source);
    if (imported.includes("valibot")) importPaths.push(describeWay(file, cameFrom));
    for (const target of imported.map((specifier) => resolveImport(specifier, file)))
      if (target !== null && !cameFrom.has(target)) cameFrom.set(target, file);
  }
  return importPaths;
}

function describeWay(file: string, cameFrom: ReadonlyMap<string, string | null>): string {
  const importer = cameFrom.get(file);
  return importer ? `${file} < ${describeWay(importer, cameFrom)}` : file;
}

const listLoaded = ({ pieces }: Source): string[] =>
  pieces
    .filter(({ type }) => /^(Import|Export(All|Named))Declaration$/.test(type))
    .filter((piece) => !isOfTypes(piece))
    .map(({ source }) => getText(source))
    .filter((specifier) => specifier !== null);

function isOfTypes(piece: Piece): boolean {
  if (getKind(piece) === "type") return true;
  const names = Array.isArray(piece["specifiers"]) ? piece["specifiers"].filter(isPiece) : [];
  return names.length > 0 && names.every((name) => getKind(name) === "type");
}

const getKind = (piece: Piece): unknown => piece["importKind"] ?? piece["exportKind"];
