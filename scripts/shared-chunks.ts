import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { minifySync, type Rolldown } from "vite";
import { arrangeGroups, type Group } from "./arrange-groups.ts";

/** A module by its id, as the bundler knows it. */
export interface Module {
  /** What it weighs alone, minified and compressed, in bytes. */
  size: number;
  imports: readonly string[];
  /** What it imports when it is wanted: pages, drawers, what else comes later. */
  importsLater: readonly string[];
}

type ModuleOf = (id: string) => Module | null;
type WeightOf = (part: string) => number;

/**
 * Puts what several parts of the browser's build share into few files, by who imports it: what the entry imports comes
 * with it, packages apart because they seldom change; of the rest, what the same parts import comes together, and so
 * does what nearly the same parts import, as long as that is cheaper than one more file. `weightOf` says how much it
 * matters what a part fetches; `npm run bundle-size` shows what each page does.
 */
export function createSharedChunks(entry: string, weightOf: WeightOf): Rolldown.CodeSplittingGroup {
  let names: ReadonlyMap<string, string> | null = null;
  return {
    // A module's imports need not come in its file: others may share them.
    includeDependenciesRecursively: false,
    debugName: "what parts share",
    name: (id, graph) => {
      names ??= nameChunks(path.resolve(entry), weightOf, createModuleReader(graph));
      return names.get(id) ?? null;
    },
  };
}

function createModuleReader(graph: Rolldown.ChunkingContext): ModuleOf {
  const read = new Map<string, Module | null>();
  return (id) => {
    const known = read.get(id);
    if (known !== undefined) return known;
    const info = graph.getModuleInfo(id);
    const module = info && {
      size: measureModule(info.code ?? ""),
      imports: info.importedIds,
      importsLater: info.dynamicallyImportedIds,
    };
    read.set(id, module);
    return module;
  };
}

const measureModule = (code: string): number =>
  brotliCompressSync(minifySync("module.js", code, { module: true }).code).length;

/** The name of the shared file that a module comes in; parts, and what only one of them needs, are not there. */
export function nameChunks(
  entry: string,
  weightOf: WeightOf,
  moduleOf: ModuleOf,
): ReadonlyMap<string, string> {
  const all = listParts(entry, moduleOf);
  const first = listReached(entry, moduleOf);
  const own = [...first].filter((id) => id !== entry && !isOfPackage(id));
  const groups = [{ modules: own, parts: all }, ...listShared(all, first, moduleOf)].map(
    ({ modules, parts }): Group => ({
      modules,
      parts,
      size: modules.reduce((size, id) => size + (moduleOf(id)?.size ?? 0), 0),
    }),
  );
  const names = new Map([...first].filter(isOfPackage).map((id) => [id, "packages"]));
  const taken = new Set(["packages"]);
  for (const chunk of arrangeGroups(groups, weightOf, (id) => moduleOf(id)?.imports ?? [])) {
    const name = findFreeName(groups[0] && chunk.includes(groups[0]) ? "shop" : getName(chunk), taken);
    taken.add(name);
    for (const { modules } of chunk) for (const id of modules) names.set(id, name);
  }
  return names;
}

const isOfPackage = (id: string): boolean => id.includes("/node_modules/");

/** A module and everything that comes with it. */
function listReached(start: string, moduleOf: ModuleOf): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached) for (const next of moduleOf(id)?.imports ?? []) reached.add(next);
  return reached;
}

/** The modules that are imported when they are wanted. */
function listParts(entry: string, moduleOf: ModuleOf): ReadonlySet<string> {
  const parts = new Set<string>();
  const all = new Set([entry]);
  for (const id of all) {
    const { imports = [], importsLater = [] } = moduleOf(id) ?? {};
    for (const next of [...imports, ...importsLater]) all.add(next);
    for (const part of importsLater) parts.add(part);
  }
  return parts;
}

/** What at least two parts need, together by which parts these are. */
function listShared(parts: ReadonlySet<string>, first: ReadonlySet<string>, moduleOf: ModuleOf) {
  const users = new Map<string, Set<string>>();
  for (const part of parts)
    for (const id of listReached(part, moduleOf))
      if (!first.has(id) && !parts.has(id)) users.set(id, (users.get(id) ?? new Set()).add(part));
  const shared = [...users].filter(([, of]) => of.size > 1);
  const byUsers = Map.groupBy(shared, ([, of]) => [...of].toSorted().join());
  return [...byUsers.values()].map((group) => ({
    modules: group.map(([id]) => id),
    parts: group[0]?.[1] ?? new Set<string>(),
  }));
}

/** `home-listing-product`, `address-cart-and-8-more`. */
function getName(chunk: readonly Group[]): string {
  const parts = new Set(chunk.flatMap((group) => [...group.parts]));
  const names = [...parts].map((id) => path.basename(id).replace(/\..*$/, "")).toSorted();
  return names.length <= 3 ? names.join("-") : `${names.slice(0, 2).join("-")}-and-${names.length - 2}-more`;
}

/** Two chunks of one name would come in one file, and might import each other. */
function findFreeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
