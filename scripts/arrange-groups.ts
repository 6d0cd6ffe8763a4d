/**
 * What one more file costs a page, in bytes as `Group.size` counts them: a file's name, its imports and exports, what
 * compresses worse for being apart, and a request. With 900 a page had nine files of hardly fewer bytes in all.
 */
const COST_OF_A_FILE = 5_000;

/** What one more file costs every page: the entry knows the names of all files. */
const COST_OF_A_NAME = 20;

/** Modules that the same parts import: they always come together. */
export interface Group {
  modules: readonly string[];
  /** The parts that need one of them, each of which fetches the whole file. */
  parts: ReadonlySet<string>;
  size: number;
}

/** Groups that come in one file. */
export type Chunk = readonly Group[];

/** The chunks before and after, where this lowers the cost, and by how much. */
interface Change {
  from: readonly Chunk[];
  to: readonly Chunk[];
  gain: number;
}

type WeightOf = (part: string) => number;
type ImportsOf = (id: string) => readonly string[];

/**
 * Which groups come in one file: beginning with a file for each, the change that pays most is made, until none pays.
 * A change puts two files together, or moves a group to another file or one of its own.
 */
export function arrangeGroups(
  groups: readonly Group[],
  weightOf: WeightOf,
  importsOf: ImportsOf,
): readonly Chunk[] {
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
    const before = from.reduce((sum, chunk) => sum + (costs.get(chunk) ?? 0), 0);
    return { from, to, gain: to.reduce((rest, chunk) => rest - costOf(chunk), before) };
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
  // Less than one byte is what rounding makes of nothing.
  return [...joins, ...moves].filter(({ gain }) => gain >= 1);
}

/** Whether a file would import others that import it again, parts among them: then none of them could be run first. */
function isCircular(chunk: Chunk, rest: readonly Chunk[], importsOf: ImportsOf): boolean {
  const listModules = (groups: Chunk) => groups.flatMap(({ modules }) => modules);
  const own = new Set(listModules(chunk));
  const together = new Map(
    rest
      .map(listModules)
      .flatMap((modules) => modules.map((id): [string, readonly string[]] => [id, modules])),
  );
  const reached = new Set<string>();
  const reach = (id: string) => (together.get(id) ?? [id]).forEach((one) => reached.add(one));
  for (const id of own) for (const next of importsOf(id)) if (!own.has(next)) reach(next);
  for (const id of reached)
    for (const next of importsOf(id)) {
      if (own.has(next)) return true;
      reach(next);
    }
  return false;
}
