import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { collect, type Piece, getText } from "./pieces.ts";

export interface Source {
  file: string;
  text: string;
  pieces: readonly Piece[];
}

export const root = path.resolve(import.meta.dirname, "../..");

/** Returns the files that match, relative to the repository's root, with forward slashes. */
export const listFiles = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .toSorted();

const CODE = [
  "contract/**",
  "platform/**",
  "client/**",
  "ui/**",
  "shop/**",
  "server/**",
  "web/**",
  "desk/**",
];

export const sources: readonly Source[] = listFiles(...CODE.map((folder) => `${folder}/*.{ts,tsx}`))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => parseSource(file, readFileSync(path.join(root, file), "utf8")));

export const features: readonly string[] = [
  ...new Set(listFiles("shop/*/**").map((file) => file.split("/")[1] ?? "")),
].filter((feature) => listFiles(`shop/${feature}/**/*.{ts,tsx}`).length > 0);

/** Returns the feature that contains the file. For a file outside of shop/, returns its first folder. */
export function getOwner(file: string): string {
  const [first = "", second = ""] = file.split("/");
  return first === "shop" ? second : first;
}

export function parseSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message ?? ""}`);
  const pieces: Piece[] = [];
  collect(program, pieces);
  return { file, text, pieces };
}

/** Returns the paths in all imports of a source file: `import`, `export … from`, `import()`, `import("…").Type`. */
export function listImports({ pieces }: Source): string[] {
  return pieces
    .filter(({ type }) =>
      /^(Import|Export(All|Named))Declaration$|^(ImportExpression|TSImportType)$/.test(type),
    )
    .map(({ source }) => getText(source))
    .filter((specifier) => specifier !== null);
}

/** Returns the file to which an import refers, relative to the repository's root; null for a package. */
export function resolveImport(specifier: string, importer: string): string | null {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(importer), specifier);
  const [name, rest = ""] = splitAtSlash(specifier);
  const folder = {
    "#contract": "contract",
    "#shop": "shop",
    "#platform": "platform",
    "#client": "client",
    "#ui": "ui",
  }[name];
  return folder === undefined ? null : `${folder}/${rest}`;
}

export const fileExists = (file: string): boolean => existsSync(path.join(root, file));

function splitAtSlash(specifier: string): [string, string?] {
  const slash = specifier.indexOf("/");
  return slash < 0 ? [specifier] : [specifier.slice(0, slash), specifier.slice(slash + 1)];
}
