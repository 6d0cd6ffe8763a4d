import { LRUCache } from "lru-cache";
import MiniSearch, { type Query, type QueryCombination, type SearchResult } from "minisearch";
import SearchableMap from "minisearch/SearchableMap";
import { findOtherMaterial } from "../../other-materials.ts";
import type { Product, Size } from "../../product.ts";
import { findHelpPages, isGiftSearch, MIN_SEARCH_LENGTH, searchText, splitIntoWords } from "../../search.ts";
import {
  findSizeOrder,
  isForOtherGoods,
  isGenericWord,
  isOtherWord,
  isPlaceWord,
  isServiceWord,
  isUsedGoods,
  isVagueWord,
  listVagueWords,
  normalizeWord,
  type SizeOrder,
  toLatin,
} from "../../search-words.ts";
import { countPieces, isRound, isSearchedAsLong, isSearchedAsRound } from "../../shape.ts";
import { type PriceTerms, readLengths, readPriceTerms } from "./search-amounts.ts";
import type { Synonyms } from "./synonyms.ts";

export interface SearchTexts {
  id: string;
  title: string;
  name: string;
  kind: string;
  materials: string;
  collection: string;
  use: string;
  shape: string;
  description: string;
  pieces: number;
  /** The product's area in square inches. */
  area: number;
  /** In inches. */
  height: number;
}

type Measures = Pick<SearchTexts, "pieces" | "area" | "height">;

interface SearchedProduct extends Pick<Product, "title" | "category" | "subcategory" | "materials" | "size"> {
  id: string;
  collection?: string | null | undefined;
  description: string;
  name?: { script?: string | null; meaning?: string | null } | undefined;
}

/**
 * The meaning of a name has a low weight, because a board named 'Katori' (bowl) is not a bowl. The size decides whether
 * a product is round or long: a description may call only a part round, or say `41 cm long`.
 */
export function buildSearchTexts(product: SearchedProduct): SearchTexts {
  const { id, title, subcategory, materials, category, size: sizes, name } = product;
  return {
    id,
    title,
    name: name?.script ?? "",
    kind: subcategory,
    materials: materials.join(" "),
    collection: product.collection ?? "",
    use: category,
    shape: [
      ...(isSearchedAsRound(sizes[0], product) ? ["round"] : []),
      ...(isSearchedAsLong(sizes[0]) ? ["long"] : []),
      ...sizes.flatMap(listLengths),
    ].join(" "),
    description: `${name?.meaning ?? ""} ${product.description}`.replaceAll(/\b(?:round|long)\b/gi, ""),
    pieces: countPieces(title),
    area: sizes[0] ? sizes[0].L * sizes[0].B * (isRound(sizes[0], product) ? Math.PI / 4 : 1) : 1,
    height: sizes[0]?.H ?? 1,
  };
}

/** Returns words such as `12in` and `30cm`, rounded up and down, which match those of `readLengths`. */
const listLengths = ({ L, B }: Size): string[] =>
  [L, B].flatMap((inches) =>
    [Math.floor, Math.ceil].flatMap((round) => [`${round(inches)}in`, `${round(inches * CM_PER_INCH)}cm`]),
  );

const CM_PER_INCH = 2.54;

interface Found extends PriceTerms {
  all: readonly string[];
  /** Products that lack some of the words, or contain them only in the fields `shape` and `description`. */
  close: readonly string[];
}

export interface SearchIndex {
  put(products: readonly SearchTexts[]): void;
  remove(ids: readonly string[]): void;
  setSynonyms(synonyms: Synonyms): void;
  search(text: string): Found;
}

/** The weight of each field in the score. It is low for descriptions, because they mention other products too. */
const WEIGHTS = {
  title: 4,
  name: 4,
  kind: 5,
  materials: 3,
  collection: 1.5,
  use: 1,
  shape: 1,
  description: 0.3,
} satisfies Record<Exclude<keyof SearchTexts, "id" | keyof Measures>, number>;

const FIELDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

const NAME_FIELDS = FIELDS.filter((field) => field !== "description");

const MAX_WORDS = 6;

const MAX_CANDIDATES = 40;

export const MAX_CLOSE = 12;

/** All pages of a listing use the same search, and shoppers repeat searches. */
const CACHED_SEARCHES = 20;

export function createSearchIndex(): SearchIndex {
  const state = createState();
  const cache = new LRUCache<string, Found>({
    max: CACHED_SEARCHES,
    memoMethod: (text) => search(state, text),
  });
  return {
    put(products) {
      cache.clear();
      for (const { kind } of products) state.kinds.add(toWords(kind).at(-1) ?? "");
      for (const each of products) {
        const product = withoutRepeats(withoutOtherKinds(each, state.kinds));
        const names = toWords(`${product.kind} ${product.title.replace(/ with .*/i, "")}`);
        const { pieces, area, height } = product;
        const kind = toWords(product.kind).join(" ");
        state.goods.set(product.id, { pieces, area, height, kind, names: new Set(names) });
        state.wholeKinds.add(kind);
        if (state.products.has(product.id)) state.products.replace(product);
        else state.products.add(product);
      }
    },
    remove(ids) {
      cache.clear();
      for (const id of ids) {
        state.goods.delete(id);
        if (state.products.has(id)) state.products.discard(id);
      }
    },
    setSynonyms(synonyms) {
      cache.clear();
      state.synonyms = readSynonyms(synonyms);
    },
    search: (text) => cache.memo(splitIntoWords(searchText(text)).map(toLatin).join(" ")),
  };
}

/** Removes words for other goods: a platter `with Ceramic Bowl` or in the collection `The Host's Board`. */
function withoutOtherKinds(product: SearchTexts, kinds: ReadonlySet<string>): SearchTexts {
  const withoutKinds = (text: string): string =>
    text.replaceAll(/\p{L}+/gu, (word) => (kinds.has(normalizeWord(word.toLowerCase())) ? "" : word));
  const { title, collection } = product;
  return {
    ...product,
    title: title.replace(/ with .*/i, withoutKinds),
    collection: withoutKinds(collection),
  };
}

/** Removes words from a description that the other texts contain, which saves a third of the search time. */
function withoutRepeats(product: SearchTexts): SearchTexts {
  const { id: _, description, pieces: __, area: ___, height: ____, ...others } = product;
  const named = new Set(toWords(Object.values(others).join(" ")));
  const words = splitIntoWords(description).filter((word) => !named.has(normalizeWord(word)));
  return { ...product, description: words.join(" ") };
}

interface State {
  products: MiniSearch<SearchTexts>;
  /** True if the word occurs in a field other than the description. */
  words: SearchableMap<boolean>;
  /** Last words of subcategories, such as `tray`. They do not match in descriptions, which mention other products. */
  kinds: Set<string>;
  wholeKinds: Set<string>;
  goods: Map<string, Goods>;
  synonyms: SynonymTable;
}

interface Goods extends Measures {
  kind: string;
  /** The words of the subcategory and of the title without its part after `with`. */
  names: ReadonlySet<string>;
}

function createState(): State {
  const words = new SearchableMap<boolean>();
  const products = new MiniSearch<SearchTexts>({
    fields: FIELDS,
    tokenize: splitIntoWords,
    processTerm(term, field) {
      if (field === "description" && isVagueWord(term)) return null;
      const word = normalizeWord(term);
      const isStrong = field !== "description";
      const existing = words.get(word);
      if (existing === undefined || (isStrong && !existing)) words.set(word, isStrong);
      return word;
    },
    searchOptions: { boost: WEIGHTS, tokenize: (term) => [term], processTerm: (term) => term },
    autoVacuum: true,
  });
  return {
    products,
    words,
    kinds: new Set(),
    wholeKinds: new Set(),
    goods: new Map(),
    synonyms: readSynonyms({}),
  };
}

interface SynonymTable {
  meanings: ReadonlyMap<string, readonly string[][]>;
  words: SearchableMap<true>;
  longest: number;
}

function readSynonyms(synonyms: Synonyms): SynonymTable {
  const meanings = new Map<string, string[][]>();
  const single = new SearchableMap<true>();
  let longest = 1;
  for (const [words, others] of Object.entries(synonyms)) {
    const exactWords = toWords(words);
    const parsedMeanings = others.map(toWords).filter((meaning) => meaning.length > 0);
    longest = Math.max(longest, exactWords.length);
    for (const word of exactWords) single.set(word, true);
    for (const key of new Set([exactWords.join(" "), exactWords.join("")]))
      meanings.set(key, [...(meanings.get(key) ?? []), ...parsedMeanings]);
  }
  return { meanings, words: single, longest };
}

const toWords = (text: string): string[] => splitIntoWords(text).map(normalizeWord);

/** The indexed words that a searched word may match, each with a score from 0 to 1. */
type Candidates = Map<string, number>;

/** Consecutive words of the search. A product must contain a candidate for each word, or all words of a synonym. */
interface Part {
  /** Contains one list with the candidates for each word. Empty if a word has no candidates. */
  ways: Candidates[][];
  /** Synonyms, each as a list of words. */
  meanings: readonly (readonly string[])[];
  /** True if a match of this part alone is not enough for a close match. */
  isGeneric: boolean;
  /**
   * A place, such as `kitchen`, affects only the order if there are other parts. A length, a word for gifts and a use,
   * such as `wine` in `wine tray`, are ignored if no product matches all parts.
   */
  role?: "place" | "length" | "gift" | "use" | undefined;
  /** The products that the part finds. Several attempts of one search use them. */
  results?: readonly SearchResult[] | undefined;
}

function search(state: State, searched: string): Found {
  if (searched.length < MIN_SEARCH_LENGTH) return NOTHING;
  const allWords = toWords(searched);
  const otherMaterial = findOtherMaterial(allWords, (word, isCertain) => isOfShop(state, word, isCertain));
  const words = allWords.filter((word) => word !== otherMaterial?.word);
  const specificWords = listSpecific(state, words);
  if (otherMaterial && specificWords.length === 0) return NOTHING;
  const needed =
    specificWords.length > 0 || words.some(isServiceWord)
      ? specificWords
      : words.filter((word) => state.words.get(word) === true);
  if (needed.length === 0)
    return words.some(isNamedByAll) && findHelpPages(searched).length === 0
      ? { ...listAll(state), ...readPriceTerms(searched) }
      : NOTHING;
  const allParts = splitIntoParts(state, needed.slice(0, MAX_WORDS), new Set(listPurpose(allWords)));
  const withoutPlaces = allParts.filter(({ role }) => role !== "place");
  const parts = omitUnknown(state, withoutPlaces.length > 0 ? withoutPlaces : allParts);
  for (const length of readLengths(searched))
    parts.push({ ways: [[new Map([[length, 1]])]], meanings: [], isGeneric: true, role: "length" });
  // If the shop does not sell the goods, adds a part that matches no product. All results are then close matches.
  const corrected = words.map((word) => correctWord(state, word));
  if (otherMaterial || isForOtherGoods(corrected, (goods) => isNamed(state, goods)))
    parts.push({ ways: [], meanings: [], isGeneric: false });
  const extra = words.filter((word) => !needed.includes(word) && state.words.get(word) === true);
  const rank = createRank(state, {
    extra,
    places: allParts.filter(({ role }) => role === "place" || role === "use"),
    size: findSizeOrder(allWords),
  });
  const prices = readPriceTerms(searched);
  const best = narrowToSets(state, findBest(state, parts, rank), parts, findPieces(searched));
  // Any product can be a gift, so a gift with a price limit may be from any collection.
  if (prices.prices !== null && parts.every(({ role }) => role === "gift"))
    return { all: [...new Set([...best.all, ...listAll(state).all])], close: [], ...prices };
  // Ignores generic words if nothing was found: `remote box` then finds a tray whose description mentions remotes.
  const withoutGeneric = parts.filter(({ isGeneric }) => !isGeneric);
  const isWorthwhile = best.all.length + best.close.length === 0 && withoutGeneric.length < parts.length;
  const close = isWorthwhile ? sortFound(state, withoutGeneric, rank).all : best.close;
  return { all: best.all, close: close.slice(0, MAX_CLOSE), ...prices };
}

/** If a search for goods asks for a set, all other products become close matches. `pieces`: see `findPieces`. */
function narrowToSets(
  { goods, kinds }: State,
  { all, close }: Pick<Found, "all" | "close">,
  parts: readonly Part[],
  pieces: number,
): Pick<Found, "all" | "close"> {
  const isSet = (id: string) => {
    const count = goods.get(id)?.pieces ?? 1;
    return pieces > 1 ? count === pieces : pieces === 0 && count > 1;
  };
  if (!parts.some((part) => isGoods(part, kinds)) || !all.some(isSet)) return { all, close };
  const [sets, others] = partition(all, isSet);
  return { all: sets, close: [...others, ...close] };
}

/** Returns the number in `set of 3`, 0 for a set of any number, and 1 if the search is not for a set. */
function findPieces(searched: string): number {
  const [set, count] = /\b(?:set|pair)s?\b(?: of (\d))?/.exec(searched) ?? [];
  return set === undefined ? 1 : Number(count ?? (set.startsWith("pair") ? 2 : 0));
}

/** True if a part or one of its synonyms names a kind of goods. */
const isGoods = ({ isGeneric, ways, meanings }: Part, kinds: ReadonlySet<string>): boolean =>
  !isGeneric &&
  [...ways.flat().map((candidates) => [...candidates.keys()]), ...meanings]
    .flat()
    .some((word) => kinds.has(word));

/** If nothing matches, ignores lengths, gifts and uses, then tries other flat goods: a platter for `leaf tray`. */
function findBest(state: State, parts: readonly Part[], rank: Rank): Pick<Found, "all" | "close"> {
  const first = sortFound(state, parts, rank);
  let [found, needed] = [first, parts];
  for (const omitted of ["length", "gift", "use"]) {
    const others = needed.filter(({ role }) => role !== omitted);
    if (found.all.length > 0 || others.length === 0) break;
    if (omitted === "use" && !others.some((part) => isGoods(part, state.kinds))) break;
    if (others.length < needed.length) [found, needed] = [sortFound(state, others, rank), others];
  }
  if (found.all.length > 0) return found;
  if (!needed.some(isFlat) || needed.some(({ results = [] }) => results.length === 0)) return first;
  const flat = sortFound(
    state,
    needed.map((part) =>
      isFlat(part) ? { ...part, meanings: FLAT_KINDS.map((kind) => [kind]), results: undefined } : part,
    ),
    rank,
  );
  return flat.all.length > 0 ? flat : first;
}

const FLAT_KINDS = ["tray", "platter", "board"];

const isFlat = ({ ways }: Part): boolean =>
  ways.some(
    ([candidates, ...others]) => others.length === 0 && FLAT_KINDS.some((kind) => candidates?.has(kind)),
  );

/** Removes vague words, but keeps all words of a synonym such as `3 compartment`. */
function listSpecific(state: State, words: readonly string[]): string[] {
  const specific: string[] = [];
  for (let at = 0; at < words.length;) {
    const entry = words.slice(at, at + findEntryLength(state.synonyms, words, at));
    if (entry.length > 1 || isSpecific(state, entry[0] ?? "")) specific.push(...entry);
    at += entry.length;
  }
  return specific;
}

const isSpecific = (state: State, word: string): boolean =>
  state.synonyms.meanings.has(word) ||
  !(isVagueWord(word) || isServiceWord(word) || misspellsVagueWord(state, word));

const isOfShop = ({ words, synonyms }: State, word: string, isCertain: boolean): boolean =>
  words.get(word) === true || (!isCertain && synonyms.meanings.has(word));

const isNamed = ({ goods }: State, name: string): boolean =>
  [...goods.values()].some(({ names }) => name.split(" ").every((word) => names.has(word)));

const longVagueWords = new SearchableMap<true>();
const VAGUE_FROM_LETTERS = 5;
for (const word of listVagueWords()) if (word.length >= VAGUE_FROM_LETTERS) longVagueWords.set(word, true);

/** True if the word probably misspells a vague word, as `wodden` does, and the shop does not use it. */
function misspellsVagueWord({ words, synonyms }: State, word: string): boolean {
  if (word.length < VAGUE_FROM_LETTERS || words.has(word) || synonyms.words.has(word)) return false;
  return [word, ...listSwapped(word)].some((each) => listSimilar(longVagueWords, each, 1).length > 0);
}

const NOTHING: Found = { all: [], close: [], prices: null, isCheapestFirst: false };

const isNamedByAll = (word: string): boolean => isVagueWord(word) && !/\d/.test(word);

const listAll = ({ products }: State): Pick<Found, "all" | "close"> => ({
  all: products.search(MiniSearch.wildcard).map(({ id }) => String(id)),
  close: [],
});

/** If the search is for gifts, removes words, such as an occasion, that are in no text or only in descriptions. */
function omitUnknown(state: State, parts: Part[]): Part[] {
  if (!parts.some(({ role }) => role === "gift")) return parts;
  const known = parts.filter(
    ({ ways, meanings }) =>
      meanings.length > 0 || ways.some((way) => way.every((each) => isStrong(state, each))),
  );
  return known.length > 0 ? known : parts;
}

const isStrong = ({ words }: State, candidates: Candidates): boolean =>
  [...candidates.keys()].some((word) => words.get(word) === true);

/** Splits the search into parts. The longest matching synonym becomes one part. */
function splitIntoParts(state: State, searchWords: readonly string[], purpose: ReadonlySet<string>): Part[] {
  const words = joinWords(state, searchWords).flatMap((word) => splitWord(state, correctWord(state, word)));
  const parts: Part[] = [];
  for (let at = 0; at < words.length;) {
    const length = findEntryLength(state.synonyms, words, at);
    const entryWords = words.slice(at, at + length);
    const meanings = state.synonyms.meanings.get(entryWords.join(" ")) ?? [];
    const isLast = at + length === words.length;
    const candidates = entryWords.map((word) =>
      findCandidates(state, word, { isKnown: meanings.length > 0, isLast }),
    );
    at += length;
    if (
      !isLast &&
      meanings.length === 0 &&
      entryWords.every(isFiller) &&
      candidates.every(({ size }) => size === 0)
    )
      continue;
    const isUnknown =
      meanings.length === 0 &&
      !candidates.every((each) => isStrong(state, each)) &&
      !entryWords.some(isOtherWord);
    const isUse = isUnknown || entryWords.every((word) => purpose.has(word) || isUsedGoods(word));
    parts.push({
      isGeneric: entryWords.every(isGenericWord) && length < words.length,
      role: findRole(entryWords, meanings) ?? (isUse ? "use" : undefined),
      ways: candidates.every((each) => (length > 1 ? isStrong(state, each) : each.size > 0))
        ? [candidates]
        : [],
      meanings,
    });
  }
  // A food before the goods is a use, such as `chutney` in `chutney bowl`.
  const lastGoods = parts.findLastIndex((part) => isGoods(part, state.kinds));
  for (const part of parts.slice(0, Math.max(0, lastGoods)))
    if (part.meanings.length > 0 && !part.ways.some((way) => way.every((each) => isStrong(state, each))))
      part.role ??= "use";
  return parts;
}

/** Returns the words after a preposition: `outdoor`, `party` for `tray for outdoor party`. */
function listPurpose(words: readonly string[]): string[] {
  const at = words.findIndex((word, index) => index > 0 && /^(for|with|near|in|at|on)$/.test(word));
  return at < 0 ? [] : words.slice(at + 1);
}

function findRole(words: readonly string[], meanings: Part["meanings"]): Part["role"] {
  if (words.every(isPlaceWord)) return "place";
  return words.some(isGiftSearch) || meanings.some(([word]) => word === "gifting") ? "gift" : undefined;
}

/** The score of a match through a synonym. A match of the searched word itself scores 1. */
const SYNONYM_SCORE = 0.6;

/** Joins two words that are one word in the shop: `turn table` becomes `turntable`. */
function joinWords({ words, synonyms }: State, searchWords: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of searchWords) {
    const last = joined.at(-1) ?? "";
    const isOne = words.get(last + word) === true && last !== "" && !synonyms.meanings.has(last);
    if (isOne && !synonyms.meanings.has(`${last} ${word}`)) joined[joined.length - 1] = last + word;
    else joined.push(word);
  }
  return joined;
}

function findEntryLength({ meanings, longest }: SynonymTable, words: readonly string[], at: number): number {
  for (let length = Math.min(longest, words.length - at); length > 1; length--)
    if (meanings.has(words.slice(at, at + length).join(" "))) return length;
  return 1;
}

/** Returns the only known word that begins with this word or is similar to it. Otherwise returns the word unchanged. */
function correctWord({ words, synonyms }: State, word: string): string {
  if (words.has(word) || synonyms.words.has(word)) return word;
  if (word.length < TYPO_FROM_LETTERS || isOtherWord(word)) return word;
  const begun = new Set([...words.atPrefix(word).keys(), ...synonyms.words.atPrefix(word).keys()]);
  if (begun.size > 0) return findOnly(begun) ?? word;
  const corrections = [
    listSwapped(word).filter((each) => words.get(each) === true || synonyms.words.has(each)),
    listSimilar(words, word, 1).filter((each) => words.get(each) === true),
    listSimilar(synonyms.words, word, 1),
    word.length < TWO_TYPOS_FROM_LETTERS ? [] : listSimilar(synonyms.words, word, 2),
    word.length < THREE_TYPOS_FROM_LETTERS ? [] : listSimilar(synonyms.words, word, 3),
  ];
  return findOnly(new Set(corrections.find((each) => each.length > 0))) ?? word;
}

const findOnly = ([first, ...others]: ReadonlySet<string>): string | undefined =>
  others.length === 0 ? first : undefined;

/** Shorter words are not corrected, because a different letter usually makes them a different word. */
const TYPO_FROM_LETTERS = 4;

const TWO_TYPOS_FROM_LETTERS = 8;

const THREE_TYPOS_FROM_LETTERS = 10;

function findCandidates(
  { words }: State,
  word: string,
  { isKnown, isLast }: { isKnown: boolean; isLast: boolean },
): Candidates {
  const candidates: Candidates = new Map();
  const isStrongWord = words.get(word);
  if (isStrongWord !== undefined) candidates.set(word, 1);
  // A known word matches only itself: `tea` does not match `teak`. An unknown word also matches longer words that begin
  // with it: `che` matches `cheese`. The last word also matches longer words if only descriptions contain it.
  if (isStrongWord === true || isKnown || (!isLast && (isStrongWord === false || isFiller(word))))
    return candidates;
  addPrefixes(candidates, words, word);
  if (candidates.size > 0 || word.length < TYPO_FROM_LETTERS || isOtherWord(word)) return candidates;
  for (const swapped of listSwapped(word)) {
    if (words.has(swapped)) candidates.set(swapped, 0.8);
    else addPrefixes(candidates, words, swapped);
  }
  addMisspelled(candidates, words, word, 1);
  if (candidates.size === 0 && word.length >= TWO_TYPOS_FROM_LETTERS) {
    addMisspelled(candidates, words, word, 2);
    for (const swapped of listSwapped(word).flatMap((each) => [each, ...listSwapped(each)]))
      if (words.has(swapped)) candidates.set(swapped, 0.5);
  }
  return candidates;
}

/** Short unknown words such as `si` are ignored, except the last one, which may be incomplete: `che` for `cheese`. */
const isFiller = (word: string): boolean => word.length < 3 || /^ch[aei]$/.test(word);

function addPrefixes(candidates: Candidates, words: SearchableMap<boolean>, prefix: string): void {
  for (const [word, isStrong] of words.atPrefix(prefix)) {
    if (candidates.size >= MAX_CANDIDATES) return;
    if (!candidates.has(word) && (isStrong || prefix.length >= TYPO_FROM_LETTERS))
      candidates.set(word, 0.3 + 0.5 * (prefix.length / word.length));
  }
}

function addMisspelled(
  candidates: Candidates,
  words: SearchableMap<boolean>,
  searchWord: string,
  typos: number,
): void {
  const similar = listSimilar(words, searchWord, typos).filter((word) => words.get(word) === true);
  for (const word of similar.slice(0, MAX_CANDIDATES)) candidates.set(word, 0.5);
}

/** Short words are similar only if they have the same first letter: `fish` is not a misspelling of `dish`. */
const listSimilar = (words: SearchableMap<unknown>, searchWord: string, typos: number): string[] =>
  [...words.fuzzyGet(searchWord, typos).keys()].filter(
    (word) => word.length >= 3 && (searchWord.length > 5 || word[0] === searchWord[0]),
  );

const listSwapped = (word: string): string[] =>
  Array.from({ length: word.length - 1 }, (_, at) => at)
    .filter((at) => word[at] !== word[at + 1])
    .map((at) => word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2));

/** Splits an unknown word into two known words: `teatray`. The first word may be misspelt: `chesseboard`. */
function splitWord(state: State, word: string): string[] {
  const isKnown = (part: string) => state.words.get(part) === true || state.synonyms.words.has(part);
  if (
    isKnown(word) ||
    isOtherWord(word) ||
    findCandidates(state, word, { isKnown: false, isLast: false }).size > 0
  )
    return [word];
  const splits = Array.from({ length: Math.max(0, word.length - 5) }, (_, at): [string, string] => [
    word.slice(0, at + 3),
    word.slice(at + 3),
  ]).filter(([, second]) => isKnown(second));
  // A short first word is not corrected: `skateboard` must not become `slate board`.
  const corrected = splits
    .filter(([first]) => first.length > 5)
    .map(([first, second]): [string, string] => [correctWord(state, first), second]);
  return [...splits, ...corrected].find(([first]) => isKnown(first)) ?? [word];
}

type Rank = (id: string) => number;

interface Preferences {
  extra: readonly string[];
  places: readonly Part[];
  size: SizeOrder;
}

/** Returns what to add to a product's score for words that change only the order: for `bowl set`, a set is first. */
function createRank(state: State, { extra, places, size }: Preferences): Rank {
  const { products, goods } = state;
  const { by, order } = size;
  const queries = extra.filter((word) => word !== "wood");
  const found = queries.length === 0 ? [] : products.search({ queries }, { fields: ["title"] });
  const scores = new Map(found.map(({ id, score }) => [String(id), score]));
  const ofPlace = new Map<string, Match>();
  for (const place of places) addMatches(ofPlace, state, place);
  return (id) =>
    (scores.get(id) ?? 0) +
    (ofPlace.get(id)?.score ?? 0) +
    SIZE_WEIGHT * order * Math.log2(goods.get(id)?.[by] ?? 1);
}

const SIZE_WEIGHT = 40;

interface Match {
  count: number;
  score: number;
  /** The number of parts that are not generic and match in a field other than `shape` and `description`. */
  strongCount: number;
  /** True if a part matches only through a synonym for other goods: `soup = bowl` matches a fruit bowl, too. */
  isLoose: boolean;
  /** True if a part matches the first words of the subcategory, such as `fruit` of `fruit bowl`. */
  isQualified: boolean;
}

function sortFound(state: State, parts: readonly Part[], rank: Rank): Pick<Found, "all" | "close"> {
  const matches = new Map<string, Match>();
  for (const part of parts) addMatches(matches, state, part);
  const withAll = [...matches].filter(([, { count }]) => count === parts.length);
  const strong = withAll.filter(([, { strongCount }]) => strongCount > 0);
  // A word such as `oil` is in most descriptions and does not tell products apart.
  const isSelective = withAll.length <= Math.max(MAX_CLOSE, state.products.documentCount / 2);
  const matching = strong.length > 0 ? strong : isSelective ? withAll : [];
  const [loose, exact] = partition(matching, ([, { isLoose, isQualified }]) => isLoose && !isQualified);
  const found = exact.length > 0 ? exact : loose;
  return {
    all: sortByScore(found, rank),
    close: [
      ...(exact.length > 0 ? sortByScore(loose, rank) : []),
      ...(strong.length > 0
        ? sortByScore(
            withAll.filter(([, { strongCount }]) => strongCount === 0),
            rank,
          )
        : []),
      ...sortByScore(listPartial(matches, parts.length), rank),
    ].slice(0, MAX_CLOSE),
  };
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const { true: first = [], false: second = [] } = Object.groupBy(items, (item) => `${isFirst(item)}`);
  return [first, second];
}

function addMatches(matches: Map<string, Match>, state: State, part: Part): void {
  part.results ??= findResults(state, part);
  for (const { id, score, match } of part.results) {
    const productId = String(id);
    const previous = matches.get(productId);
    const kind = state.goods.get(productId)?.kind ?? "";
    const terms = Object.keys(match);
    matches.set(productId, {
      isLoose: previous?.isLoose === true || isLooseMatch(state, part, kind, terms),
      isQualified: previous?.isQualified === true || terms.some((term) => kind.startsWith(`${term} `)),
      count: (previous?.count ?? 0) + 1,
      score: (previous?.score ?? 0) + score,
      strongCount: (previous?.strongCount ?? 0) + Number(!part.isGeneric && isStrongMatch(match)),
    });
  }
}

const isLooseMatch = (
  { wholeKinds }: State,
  { ways, meanings }: Part,
  kind: string,
  [term = "", ...otherTerms]: readonly string[],
): boolean =>
  otherTerms.length === 0 &&
  wholeKinds.has(term) &&
  kind !== term &&
  !ways.some(([candidates]) => candidates?.has(term)) &&
  meanings.some((words) => words.length === 1 && words[0] === term);

function findResults({ products, kinds }: State, { ways, meanings }: Part): readonly SearchResult[] {
  if (ways.length + meanings.length === 0) return [];
  return products.search(
    combine("OR", [
      ...ways.map((way) => combineAll(way.map(toQuery), kinds)),
      ...meanings.map((words) => ({ ...combineAll([...words], kinds), boostTerm: () => SYNONYM_SCORE })),
    ]),
  );
}

const isStrongMatch = (match: SearchResult["match"]): boolean =>
  Object.values(match).some((fields) => fields.some((field) => field !== "description" && field !== "shape"));

const toQuery = (candidates: Candidates): QueryCombination => ({
  ...({ combineWith: "OR", queries: [...candidates.keys()] } as const),
  boostTerm: (term) => candidates.get(term) ?? 1,
});

/** Several words, or a subcategory such as `tray`, must match outside the description, where words may be unrelated. */
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

function listPartial(matches: ReadonlyMap<string, Match>, parts: number): [string, Match][] {
  const partial = [...matches].filter(([, { count, strongCount }]) => count < parts && strongCount > 0);
  const largestCount = partial.reduce((largest, [, { strongCount }]) => Math.max(largest, strongCount), 0);
  return partial.filter(([, { strongCount }]) => strongCount === largestCount);
}

const sortByScore = (matches: readonly [string, Match][], rank: Rank): string[] =>
  matches
    .map(([id, { score }]) => ({ id, score: score + rank(id) }))
    .toSorted((first, other) => other.score - first.score || (first.id < other.id ? -1 : 1))
    .map(({ id }) => id);
