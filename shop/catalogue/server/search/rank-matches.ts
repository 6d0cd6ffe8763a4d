import type { Query, QueryCombination, SearchResult } from "minisearch";
import type { SizeOrder } from "../../search-words.ts";
import type { Candidates } from "./correct-words.ts";
import { isGoods, type Part } from "./search-parts.ts";
import { FIELDS, NAME_FIELDS, type State } from "./search-state.ts";

export interface Matches {
  all: readonly string[];
  /** Products that lack some of the search words, or contain them only in the fields `shape` and `description`. */
  close: readonly string[];
}

export const MAX_CLOSE = 12;

/**
 * Returns the matching products. If no product matches a search with `tray`, `platter` or `board`, also tries the
 * other two words. For example, `leaf tray` then finds a leaf platter.
 */
export function findBest(state: State, parts: readonly Part[], rank: Rank): Matches {
  const direct = findMatching(state, parts, rank);
  if (direct.all.length > 0 || !parts.some(isFlat)) return direct;
  const meanings = FLAT_KINDS.map((kind) => [kind]);
  const flat = findMatching(
    state,
    parts.map((part) => (isFlat(part) ? { ...part, meanings } : part)),
    rank,
  );
  return flat.all.length > 0 ? flat : direct;
}

const FLAT_KINDS = ["tray", "platter", "board"];

const isFlat = ({ candidates }: Part): boolean =>
  candidates?.length === 1 && FLAT_KINDS.some((kind) => candidates[0]?.has(kind));

type Rank = (id: string) => number;

/** Returns a function that returns a product's extra score for words that only sort the results, such as `big`. */
export function createRank(
  { products, goods }: State,
  extra: readonly string[],
  { by, order }: SizeOrder,
): Rank {
  const queries = extra.filter((word) => word !== "wood");
  const titleMatches = queries.length === 0 ? [] : products.search({ queries }, { fields: ["title"] });
  const scores = new Map(titleMatches.map(({ id, score }) => [String(id), score]));
  return (id) => (scores.get(id) ?? 0) + SIZE_WEIGHT * order * Math.log2(goods.get(id)?.[by] ?? 1);
}

const SIZE_WEIGHT = 100;

interface Match {
  id: string;
  /** The number of required parts of the search that the product matches. `optional` counts the other matched parts. */
  needed: number;
  optional: number;
  /** The same counts for parts that are not generic, not loose (`isLooseMatch`) and strong (`isStrongMatch`). */
  strong: { needed: number; optional: number };
  score: number;
}

/**
 * The results are the products that match all required parts and the largest number of other parts. The close matches
 * are the best of the remaining products.
 */
export function findMatching(state: State, allParts: readonly Part[], rank: Rank): Matches {
  const [needed, optional, places] = sortParts(state, allParts);
  const matches = new Map<string, Match>();
  for (const part of needed) addMatches(matches, state, part, "needed");
  for (const part of optional) addMatches(matches, state, part, "optional");
  for (const { id, score } of places.flatMap((part) => findResults(state, part))) {
    const match = matches.get(String(id));
    if (match) match.score += score;
  }
  for (const match of matches.values()) match.score += rank(match.id);
  const [full, partial] = partition([...matches.values()], (match) => match.needed === needed.length);
  const bestMatches = takeBest(full, compareMatches);
  // If more than half of the products match (and more than `MAX_CLOSE`), but only in their descriptions, they are
  // not results. A word such as `oil` is in most descriptions and does not distinguish products.
  const isSelective = bestMatches.length <= Math.max(MAX_CLOSE, state.products.documentCount / 2);
  const all = isSelective || bestMatches.some((match) => countStrong(match) > 0) ? bestMatches : [];
  const allMatches = new Set(all);
  const others =
    all.length > 0
      ? full
          .filter((match) => !allMatches.has(match))
          .toSorted((match, other) => compareMatches(match, other) || compareScores(match, other))
      : [];
  const nearest = takeBest(partial, (match, other) => countStrong(other) - countStrong(match));
  return {
    all: listIds(all.toSorted(compareScores)),
    close: listIds([
      ...others,
      ...nearest.filter((match) => countStrong(match) > 0).toSorted(compareScores),
    ]).slice(0, MAX_CLOSE),
  };
}

const listIds = (matches: readonly Match[]): string[] => matches.map(({ id }) => id);

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const { true: first = [], false: second = [] } = Object.groupBy(items, (item) => `${isFirst(item)}`);
  return [first, second];
}

function addMatches(
  matches: Map<string, Match>,
  state: State,
  part: Part,
  count: "needed" | "optional",
): void {
  const isTheme = part.meanings.length > 0 && !isGoods(part, state.kinds);
  for (const { id, score, match: terms } of findResults(state, part)) {
    const productId = String(id);
    const match = matches.get(productId) ?? {
      id: productId,
      needed: 0,
      optional: 0,
      strong: { needed: 0, optional: 0 },
      score: 0,
    };
    matches.set(productId, match);
    match.score += score;
    const isLoose = isLooseMatch(state, part, productId, Object.keys(terms));
    if (!isLoose || count === "needed") match[count]++;
    if (!isLoose && !part.isGeneric && isStrongMatch(state, isTheme, terms)) match.strong[count]++;
  }
}

/**
 * Returns the parts that a product must match, those that it may match, and places such as `kitchen`. A product must
 * match the places if there are no other parts.
 */
function sortParts({ kinds }: State, parts: readonly Part[]): [Part[], Part[], Part[]] {
  const [places, others] = partition(parts, ({ role }) => role === "place");
  const hasGoods = others.some((part) => part.role === undefined && isGoods(part, kinds));
  const hasGift = others.some(({ role }) => role === "gift");
  const [needed, optional] = partition(
    others,
    ({ role, isUnknown }) =>
      role === undefined || (role === "use" && !hasGoods && !(isUnknown === true && hasGift)),
  );
  return others.length > 0 ? [needed, optional, places] : [places, [], []];
}

function takeBest(matches: readonly Match[], compare: (match: Match, other: Match) => number): Match[] {
  const [first] = matches;
  if (!first) return [];
  const best = matches.reduce((previous, match) => (compare(match, previous) < 0 ? match : previous), first);
  return matches.filter((match) => compare(match, best) === 0);
}

const compareMatches = (match: Match, other: Match): number =>
  other.optional - match.optional || other.strong.needed - match.strong.needed;

const countStrong = ({ strong }: Match): number => strong.needed + strong.optional;

const compareScores = (match: Match, other: Match): number =>
  other.score - match.score || (match.id < other.id ? -1 : 1);

/**
 * True if the part matches the product only through a synonym that is a kind of goods, but not this product's kind.
 * Example: `soup` has the synonym `bowl`. A search for `soup` also finds a product of the kind `fruit bowl`.
 */
function isLooseMatch(
  { wholeKinds, goods }: State,
  { candidates, meanings }: Part,
  id: string,
  [term = "", ...otherTerms]: readonly string[],
): boolean {
  if (otherTerms.length > 0 || !wholeKinds.has(term) || goods.get(id)?.kind === term) return false;
  return !candidates?.[0]?.has(term) && meanings.some((words) => words.length === 1 && words[0] === term);
}

/** The score of a match through a synonym. A match of the searched word itself scores 1. */
const SYNONYM_SCORE = 0.6;

function findResults({ products, kinds }: State, { candidates, meanings }: Part): readonly SearchResult[] {
  if (!candidates && meanings.length === 0) return [];
  return products.search(
    combine("OR", [
      ...(candidates ? [combineAll(candidates.map(toQuery), kinds)] : []),
      ...meanings.map((words) => ({ ...combineAll([...words], kinds), boostTerm: () => SYNONYM_SCORE })),
    ]),
  );
}

/**
 * True if a word matches in a field other than `description` and `shape`. For a theme (a part with synonyms that names
 * no goods), a word that occurs only in descriptions is enough.
 */
const isStrongMatch = ({ words }: State, isTheme: boolean, match: SearchResult["match"]): boolean =>
  Object.entries(match).some(
    ([term, fields]) =>
      fields.some((field) => field !== "description" && field !== "shape") ||
      (isTheme && words.get(term) !== true),
  );

const toQuery = (candidates: Candidates): QueryCombination => ({
  ...({ combineWith: "OR", queries: [...candidates.keys()] } as const),
  boostTerm: (term) => candidates.get(term) ?? 1,
});

/**
 * Matches products that contain all words. Does not search descriptions for several words or for a subcategory such as
 * `tray`, because a description also mentions things that are not the product.
 */
const combineAll = (queries: Query[], kinds: ReadonlySet<string>): QueryCombination => ({
  combineWith: "AND",
  queries,
  fields: queries.length > 1 || queries.some((query) => namesKind(query, kinds)) ? NAME_FIELDS : FIELDS,
});

const namesKind = (query: Query, kinds: ReadonlySet<string>): boolean =>
  typeof query === "string"
    ? kinds.has(query)
    : typeof query === "object" && query.queries.some((each) => namesKind(each, kinds));

const combine = (combineWith: "AND" | "OR", queries: QueryCombination[]): QueryCombination =>
  queries.length === 1 && queries[0] ? queries[0] : { combineWith, queries };
