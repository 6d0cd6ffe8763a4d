import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { minifySync, type Rolldown } from "vite";

/** The cost of one more file that a page loads, in bytes. With this value, a page loads six to nine files. */
const COST_OF_A_FILE = 4_200;

/** The cost of one more file for every page, in bytes, because the entry file lists the names of all files. */
const COST_OF_A_NAME = 20;

/** Modules that are imported by the same parts (pages, drawers), so that they are always loaded together. */
interface Group {
  modules: readonly string[];
  parts: ReadonlySet<string>;
  size: number;
}

type Chunk = readonly Group[];

interface Change {
  from: readonly Chunk[];
  to: readonly Chunk[];
  gain: number;
}

type ImportsOf = (id: string) => readonly string[];

interface Module {
  /** The size in bytes of the module alone, minified and compressed. */
  size: number;
  imports: readonly string[];
  importsLater: readonly string[];
}

type ModuleOf = (id: string) => Module | null;
type WeightOf = (part: string) => number;

/**
 * Returns the bundler's rule for modules that several parts (pages, drawers) share. The rule groups them by the parts
 * that import them and puts the groups into a few files. Two groups share a file if that costs less than two files.
 * `weightOf` returns how much the size of a part matters. `npm run bundle-size` shows the result.
 */
export function createSharedChunks(entry: string, weightOf: WeightOf): Rolldown.CodeSplittingGroup {
  let names: ReadonlyMap<string, string> | null = null;
  return {
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
    const existing = read.get(id);
    if (existing !== undefined) return existing;
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

/** Maps each shared module to the name of its file. Omits the parts themselves, which are the pages and drawers. */
function nameChunks(entry: string, weightOf: WeightOf, moduleOf: ModuleOf): ReadonlyMap<string, string> {
  const all = listParts(entry, moduleOf);
  const first = listReached(entry, moduleOf);
  const entryModules = [...first].filter((id) => id !== entry && !isOfPackage(id));
  const groups = [{ modules: entryModules, parts: all }, ...listShared(all, first, moduleOf)].map(
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

function listReached(start: string, moduleOf: ModuleOf): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached) for (const next of moduleOf(id)?.imports ?? []) reached.add(next);
  return reached;
}

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

function getName(chunk: readonly Group[]): string {
  const parts = new Set(chunk.flatMap((group) => [...group.parts]));
  const names = [...parts].map((id) => path.basename(id).replace(/\..*$/, "")).toSorted();
  return names.length <= 2 ? names.join("-") : `${names[0]}-and-${names.length - 1}`;
}

/** Returns an unused name. Chunks with the same name would become one file, which might cause a circular import. */
function findFreeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}

/** Repeatedly merges two files or moves a group, whichever reduces the cost most, until no change reduces the cost. */
function arrangeGroups(groups: readonly Group[], weightOf: WeightOf, importsOf: ImportsOf): readonly Chunk[] {
  const costOf = createCost(groups, weightOf);
  let chunks: readonly Chunk[] = groups.map((group) => [group]);
  for (;;) {
    const best = listChanges(chunks, costOf)
      .toSorted((one, other) => other.gain - one.gain)
      .map(({ from, to }) => ({ to, rest: chunks.filter((chunk) => !from.includes(chunk)) }))
      .find(({ to, rest }) =>
        to.every(
          (chunk) => !isCircular(chunk, [...rest, ...to.filter((other) => other !== chunk)], importsOf),
        ),
      );
    if (!best) return chunks;
    chunks = [...best.rest, ...best.to];
  }
}

function createCost(groups: readonly Group[], weightOf: WeightOf): (chunk: Chunk) => number {
  const sumWeights = (all: readonly Group[]) =>
    [...new Set(all.flatMap(({ parts }) => [...parts]))].reduce((sum, part) => sum + weightOf(part), 0);
  const costOfName = sumWeights(groups) * COST_OF_A_NAME;
  return (chunk) =>
    sumWeights(chunk) * chunk.reduce((sum, group) => sum + group.size, COST_OF_A_FILE) + costOfName;
}

function listChanges(chunks: readonly Chunk[], costOf: (chunk: Chunk) => number): readonly Change[] {
  const costs = new Map(chunks.map((chunk) => [chunk, costOf(chunk)]));
  const compare = (from: readonly Chunk[], to: readonly Chunk[]): Change => {
    const previous = from.reduce((sum, chunk) => sum + (costs.get(chunk) ?? 0), 0);
    return { from, to, gain: to.reduce((rest, chunk) => rest - costOf(chunk), previous) };
  };
  const joins = chunks.flatMap((one, at) =>
    chunks.slice(at + 1).map((other) => compare([one, other], [[...one, ...other]])),
  );
  const moves = chunks
    .filter(({ length }) => length > 1)
    .flatMap((chunk) =>
      chunk.flatMap((group) => {
        const rest = chunk.filter((other) => other !== group);
        const others = chunks.filter((other) => other !== chunk);
        return [
          compare([chunk], [rest, [group]]),
          ...others.map((other) => compare([chunk, other], [rest, [...other, group]])),
        ];
      }),
    );
  // A smaller gain may be a rounding error.
  return [...joins, ...moves].filter(({ gain }) => gain >= 1);
}

/** True if `chunk` and `rest` import each other (circular import), so that the order to run them is unclear. */
function isCircular(chunk: Chunk, rest: readonly Chunk[], importsOf: ImportsOf): boolean {
  const listModules = (groups: Chunk) => groups.flatMap(({ modules }) => modules);
  const chunkModules = new Set(listModules(chunk));
  const together = new Map(
    rest
      .map(listModules)
      .flatMap((modules) => modules.map((id): [string, readonly string[]] => [id, modules])),
  );
  const reached = new Set<string>();
  const reach = (id: string) => (together.get(id) ?? [id]).forEach((one) => reached.add(one));
  for (const id of chunkModules) for (const next of importsOf(id)) if (!chunkModules.has(next)) reach(next);
  for (const id of reached)
    for (const next of importsOf(id)) {
      if (chunkModules.has(next)) return true;
      reach(next);
    }
  return false;
}
