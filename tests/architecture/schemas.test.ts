import { expect, test } from "vitest";
import { resolveImport, type Source, sources } from "./sources.ts";
import { isPiece, type Piece, getText } from "./pieces.ts";

// Schemas check what is sent to the server, and what is typed into a form. No other page fetches one.

const byFile = new Map(sources.map((source) => [source.file, source]));
const WITHOUT_FORM = ["home", "listing", "product", "cart", "our-story", "terms", "not-found"];

test.each(["web/entry-client.tsx", ...WITHOUT_FORM.map((page) => `web/pages/${page}.tsx`)])(
  "%s brings no schema library along",
  (start) => {
    expect(byFile.has(start)).toBe(true);
    expect(waysToSchemas(start)).toEqual([]);
  },
);

test("what both ends know of an endpoint names its contract by type only", () => {
  const heavy = sources.filter(
    (source) =>
      /^shop\/[^/]+\/endpoints\.ts$/.test(source.file) && bringsAlong(source).includes("./contracts.ts"),
  );
  expect(heavy.map(({ file }) => file)).toEqual([]);
});

/** From the library back to where it starts, for each module that makes schemas. */
function waysToSchemas(start: string): string[] {
  const cameFrom = new Map<string, string | null>([[start, null]]);
  const found: string[] = [];
  for (const file of cameFrom.keys()) {
    const source = byFile.get(file);
    if (!source) continue;
    const imported = bringsAlong(source);
    if (imported.includes("valibot")) found.push(wayTo(file, cameFrom));
    for (const target of imported.map((specifier) => resolveImport(specifier, file)))
      if (target !== null && !cameFrom.has(target)) cameFrom.set(target, file);
  }
  return found;
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string | null>): string {
  const before = cameFrom.get(file);
  return before ? `${file} < ${wayTo(before, cameFrom)}` : file;
}

/** What a module makes its importer fetch: no types, and nothing that is imported later. */
const bringsAlong = ({ pieces }: Source): string[] =>
  pieces
    .filter(({ type }) => /^(Import|Export(All|Named))Declaration$/.test(type))
    .filter((piece) => !isOfTypes(piece))
    .map(({ source }) => getText(source))
    .filter((specifier) => specifier !== null);

function isOfTypes(piece: Piece): boolean {
  if (kindOf(piece) === "type") return true;
  const names = Array.isArray(piece["specifiers"]) ? piece["specifiers"].filter(isPiece) : [];
  return names.length > 0 && names.every((name) => kindOf(name) === "type");
}

const kindOf = (piece: Piece): unknown => piece["importKind"] ?? piece["exportKind"];
