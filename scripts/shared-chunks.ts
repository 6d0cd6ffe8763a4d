import path from "node:path";
import type { Rolldown } from "vite";

/**
 * What one more file costs a page, in characters of source: so much more may come along in a file that is there
 * anyway. `npm run bundle-size` shows what each page fetches.
 */
const COST_OF_A_FILE = 9_000;

/** A module by its id, as the bundler knows it. */
export interface Module {
  size: number;
  imports: readonly string[];
  /** What it imports when it is wanted: pages, drawers, whatever comes later. */
  importsLater: readonly string[];
}

/** Modules that come in one file. */
interface Chunk {
  modules: readonly string[];
  /** The parts that need one of them, each of which fetches the whole. */
  parts: ReadonlySet<string>;
  name?: string;
  size: number;
  weight: number;
}

type ModuleOf = (id: string) => Module | null;
type WeightOf = (part: string) => number;

/**
 * Puts what several parts of the browser's build share into few files, by who imports it: what the entry imports comes
 * with it, packages apart because they seldom change; of the rest, what the same parts import comes together, and so
 * does what nearly the same parts import, as long as that is cheaper than one more file. `weightOf` says how much it
 * matters what a part fetches.
 */
export function createSharedChunks(entry: string, weightOf: WeightOf): Rolldown.CodeSplittingGroup {
  let names: ReadonlyMap<string, string> | null = null;
  return {
    // A module's imports need not come in its file: others may share them.
    includeDependenciesRecursively: false,
    debugName: "what parts share",
    name: (id, graph) => {
      names ??= nameChunks(path.resolve(entry), weightOf, (wanted) => {
        const info = graph.getModuleInfo(wanted);
        if (!info) return null;
        const { code, importedIds: imports, dynamicallyImportedIds: importsLater } = info;
        return { size: code?.length ?? 0, imports, importsLater };
      });
      return names.get(id) ?? null;
    },
  };
}

/** The name of the shared file that a module comes in; parts, and what only one of them needs, are not there. */
export function nameChunks(
  entry: string,
  weightOf: WeightOf,
  moduleOf: ModuleOf,
): ReadonlyMap<string, string> {
  const all = listParts(entry, moduleOf);
  const first = listReached(entry, moduleOf);
  const own = [...first].filter((id) => id !== entry && !isOfPackage(id));
  const chunkOf = (modules: readonly string[], parts: ReadonlySet<string>, name?: string): Chunk => ({
    modules,
    parts,
    ...(name !== undefined && { name }),
    size: modules.reduce((size, id) => size + (moduleOf(id)?.size ?? 0), 0),
    weight: [...parts].reduce((sum, part) => sum + weightOf(part), 0),
  });
  const shared = listShared(all, first, moduleOf).map(({ modules, parts }) => chunkOf(modules, parts));
  const names = new Map([...first].filter(isOfPackage).map((id) => [id, "packages"]));
  const taken = new Set(["packages"]);
  for (const { modules, parts, name = getName(parts) } of mergeChunks(
    [chunkOf(own, all, "shop"), ...shared],
    { chunkOf, moduleOf },
  )) {
    const free = findFreeName(name, taken);
    taken.add(free);
    for (const id of modules) names.set(id, free);
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

interface Merging {
  chunkOf: (modules: readonly string[], parts: ReadonlySet<string>, name?: string) => Chunk;
  moduleOf: ModuleOf;
}

/** Joins the two chunks that it pays most to join, until it pays no more. */
function mergeChunks(chunks: readonly Chunk[], merging: Merging): readonly Chunk[] {
  const pairs = chunks.flatMap((one, at) =>
    chunks.slice(at + 1).map((other) => {
      const chunk = merging.chunkOf(
        [...one.modules, ...other.modules],
        new Set([...one.parts, ...other.parts]),
        one.name ?? other.name,
      );
      const rest = chunks.filter((each) => each !== one && each !== other);
      return { chunk, rest, gain: calculateCost(one) + calculateCost(other) - calculateCost(chunk) };
    }),
  );
  const best = pairs
    .filter(({ gain }) => gain > 0)
    .toSorted((one, other) => other.gain - one.gain)
    .find(({ chunk, rest }) => !isCircular(chunk, rest, merging.moduleOf));
  return best ? mergeChunks([best.chunk, ...best.rest], merging) : chunks;
}

const calculateCost = ({ size, weight }: Chunk): number => weight * (size + COST_OF_A_FILE);

/** Whether a file would import others that import it again, parts among them: then none of them could be run first. */
function isCircular({ modules }: Chunk, rest: readonly Chunk[], moduleOf: ModuleOf): boolean {
  const own = new Set(modules);
  const together = new Map(rest.flatMap((other) => other.modules.map((id) => [id, other.modules])));
  const reached = new Set<string>();
  const reach = (id: string) => (together.get(id) ?? [id]).forEach((one) => reached.add(one));
  for (const id of modules) for (const next of moduleOf(id)?.imports ?? []) if (!own.has(next)) reach(next);
  for (const id of reached)
    for (const next of moduleOf(id)?.imports ?? []) {
      if (own.has(next)) return true;
      reach(next);
    }
  return false;
}

/** `home-listing-product`, `address-cart-and-8-more`. */
function getName(parts: ReadonlySet<string>): string {
  const names = [...parts].map((id) => path.basename(id).replace(/\..*$/, "")).toSorted();
  return names.length <= 3 ? names.join("-") : `${names.slice(0, 2).join("-")}-and-${names.length - 2}-more`;
}

/** Two chunks of one name would come in one file, and might import each other. */
function findFreeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
