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
  soundOf,
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
  /** The area of the product's first size in square inches; 1 for a product without a size. */
  area: number;
  /** The height of the first size in inches; 1 for a product without a size. */
  height: number;
}

type Measures = Pick<SearchTexts, "area" | "height">;

interface SearchedProduct extends Pick<Product, "title" | "category" | "subcategory" | "materials" | "size"> {
  id: string;
  collection?: string | null | undefined;
  description: string;
  name?: { script?: string | null; meaning?: string | null } | undefined;
}

/**
 * Returns the indexed texts of a product. The meaning of its name is part of the description, which has a low weight,
 * because a board named 'Katori' (bowl) is not a bowl. The size decides whether a product is round or long, because a
 * description may call only a part round, or say `41 cm long`.
 */
export function buildSearchTexts(product: SearchedProduct): SearchTexts {
  const { id, title, subcategory, materials, category, size: sizes, name } = product;
  const pieces = countPieces(title);
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
      ...(pieces > 1 ? [ANY_SET, `${pieces}set`] : []),
    ].join(" "),
    description: `${name?.meaning ?? ""} ${product.description}`.replaceAll(/\b(?:round|long)\b/gi, ""),
    area: sizes[0] ? sizes[0].L * sizes[0].B * (isRound(sizes[0], product) ? Math.PI / 4 : 1) : 1,
    height: sizes[0]?.H ?? 1,
  };
}

/**
 * Returns the length and breadth of a size, each rounded up and down, such as `12in` and `30cm`, in the format of
 * `readLengths`.
 */
const listLengths = ({ L, B }: Size): string[] =>
  [L, B].flatMap((inches) =>
    [Math.floor, Math.ceil].flatMap((round) => [`${round(inches)}in`, `${round(inches * CM_PER_INCH)}cm`]),
  );

const CM_PER_INCH = 2.54;

const ANY_SET = "anyset";

interface Found extends PriceTerms {
  all: readonly string[];
  /** Products that lack some of the search words, or contain them only in the fields `shape` and `description`. */
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

/** The number of cached searches. All pages of a listing use the same search, and shoppers repeat searches. */
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
        const { area, height } = product;
        const kind = toWords(product.kind).join(" ");
        state.goods.set(product.id, { area, height, kind, names: new Set(names) });
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

/**
 * Removes words that name other goods: `bowl` from the title of a platter `with Ceramic Bowl`, and `board` from the
 * collection `The Host's Board`.
 */
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

/** Removes the words from a description that the product's other texts contain. Saves a third of the search time. */
function withoutRepeats(product: SearchTexts): SearchTexts {
  const { id: _, description, area: __, height: ___, ...others } = product;
  const named = new Set(toWords(Object.values(others).join(" ")));
  const words = splitIntoWords(description).filter((word) => !named.has(normalizeWord(word)));
  return { ...product, description: words.join(" ") };
}

interface State {
  products: MiniSearch<SearchTexts>;
  /**
   * All words that were ever indexed, even of removed products. The value is true if the word occurs in a field other
   * than the description.
   */
  words: SearchableMap<boolean>;
  /** The indexed words that occur in a field other than the description, by their sound. */
  sounds: Sounds;
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
  const sounds: Sounds = new Map();
  const products = new MiniSearch<SearchTexts>({
    fields: FIELDS,
    tokenize: splitIntoWords,
    processTerm(term, field) {
      if (field === "description" && isVagueWord(term)) return null;
      const word = normalizeWord(term);
      const isStrong = field !== "description";
      const existing = words.get(word);
      if (existing === undefined || (isStrong && !existing)) words.set(word, isStrong);
      if (isStrong) addSound(sounds, word);
      return word;
    },
    searchOptions: { boost: WEIGHTS, tokenize: (term) => [term], processTerm: (term) => term },
    autoVacuum: true,
  });
  return {
    products,
    words,
    sounds,
    kinds: new Set(),
    wholeKinds: new Set(),
    goods: new Map(),
    synonyms: readSynonyms({}),
  };
}

type Sounds = Map<string, Set<string>>;

function addSound(sounds: Sounds, word: string): void {
  const sound = soundOf(word);
  sounds.set(sound, (sounds.get(sound) ?? new Set()).add(word));
}

interface SynonymTable {
  meanings: ReadonlyMap<string, readonly string[][]>;
  words: SearchableMap<true>;
  sounds: Sounds;
  longest: number;
}

function readSynonyms(synonyms: Synonyms): SynonymTable {
  const meanings = new Map<string, string[][]>();
  const single = new SearchableMap<true>();
  const sounds: Sounds = new Map();
  let longest = 1;
  for (const [words, others] of Object.entries(synonyms)) {
    const exactWords = toWords(words);
    const parsedMeanings = others.map(toWords).filter((meaning) => meaning.length > 0);
    longest = Math.max(longest, exactWords.length);
    for (const word of exactWords) {
      single.set(word, true);
      addSound(sounds, word);
    }
    for (const key of new Set([exactWords.join(" "), exactWords.join("")]))
      meanings.set(key, [...(meanings.get(key) ?? []), ...parsedMeanings]);
  }
  return { meanings, words: single, sounds, longest };
}

const toWords = (text: string): string[] => splitIntoWords(text).map(normalizeWord);

/** The indexed words that a searched word may match, each with a score from 0 to 1. */
type Candidates = Map<string, number>;

/**
 * One or more consecutive words of the search. A product matches if it contains a candidate for each of these words, or
 * all words of a synonym.
 */
interface Part {
  /**
   * One list with the candidates for each word of the part. There is no list if a word has no candidates. In a part of
   * several words, there is also no list if only descriptions contain the candidates of a word.
   */
  ways: Candidates[][];
  /** Synonyms, each as a list of words. */
  meanings: readonly (readonly string[])[];
  /** True for a part such as `box`. If other parts must match too, a match of such parts alone is not a close match. */
  isGeneric: boolean;
  /** Parts without a role must match. A place such as `kitchen` affects only the order, if there are other parts. */
  role?: "place" | "gift" | "use" | "optional" | undefined;
  /**
   * True if the part has no synonyms and one of its words has no candidate outside descriptions. False if `isOtherWord`
   * is true for one of the words.
   */
  isUnknown?: boolean;
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
  const parts = splitIntoParts(
    state,
    needed.slice(0, MAX_WORDS),
    new Set(listPurpose(allWords).map((word) => correctWord(state, word))),
  );
  for (const measures of [readLengths(searched), listSetWords(searched, state, parts)])
    if (measures.length > 0)
      parts.push({
        ways: [measures.map((measure) => new Map([[measure, 1]]))],
        meanings: [],
        isGeneric: true,
        role: "optional",
      });
  if (/\b(?:or|vs|versus|ya)\b/.test(searched)) for (const part of parts) part.role = "optional";
  // If the search names goods or a material that the shop does not sell, add a part that no product matches. Then all
  // results are close matches.
  const corrected = words.map((word) => correctWord(state, word));
  if (otherMaterial || isForOtherGoods(corrected, (goods) => isNamed(state, goods)))
    parts.push({ ways: [], meanings: [], isGeneric: false });
  const extra = words.filter((word) => !needed.includes(word) && state.words.get(word) === true);
  const rank = createRank(state, extra, findSizeOrder(allWords));
  const prices = readPriceTerms(searched);
  const best = findBest(state, parts, rank);
  // Any product can be a gift, so a search with a price limit for a gift or unknown words finds all within the limit.
  if (prices.prices !== null && parts.every(({ role, isUnknown }) => role === "gift" || isUnknown))
    return { all: [...new Set([...best.all, ...listAll(state).all])], close: [], ...prices };
  // Ignores generic words if nothing was found: `remote box` then finds a tray whose description mentions remotes.
  const withoutGeneric = parts.filter(({ isGeneric }) => !isGeneric);
  const isWorthwhile = best.all.length + best.close.length === 0 && withoutGeneric.length < parts.length;
  const close = isWorthwhile ? findMatching(state, withoutGeneric, rank).all : best.close;
  return { all: best.all, close: close.slice(0, MAX_CLOSE), ...prices };
}

/**
 * If the search is for a set of goods, returns the word that is indexed for such sets: `3set` for `set of 3`. Otherwise
 * returns an empty list.
 */
function listSetWords(searched: string, { kinds }: State, parts: readonly Part[]): string[] {
  const [set, count] = /\b(?:set|pair)s?\b(?: of (\d))?/.exec(searched) ?? [];
  if (set === undefined || !parts.some((part) => isGoods(part, kinds))) return [];
  return [count ? `${count}set` : set.startsWith("pair") ? "2set" : ANY_SET];
}

/** True if a part or one of its synonyms names a kind of goods. */
const isGoods = ({ isGeneric, ways, meanings }: Part, kinds: ReadonlySet<string>): boolean =>
  !isGeneric &&
  [...ways.flat().map((candidates) => [...candidates.keys()]), ...meanings]
    .flat()
    .some((word) => kinds.has(word));

/**
 * Returns the matching products. If no product matches a search with `tray`, `platter` or `board`, also tries the other
 * two words: a search for `leaf tray` then finds a leaf platter.
 */
function findBest(state: State, parts: readonly Part[], rank: Rank): Pick<Found, "all" | "close"> {
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

const isFlat = ({ ways }: Part): boolean =>
  ways.some(
    ([candidates, ...others]) => others.length === 0 && FLAT_KINDS.some((kind) => candidates?.has(kind)),
  );

/** Removes vague words and words about services, but keeps all words of a synonym such as `3 compartment`. */
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

/** True if the word is probably a misspelt vague word, such as `wodden`, and not a misspelt word of the shop. */
function misspellsVagueWord(state: State, word: string): boolean {
  const { words, synonyms } = state;
  if (word.length < VAGUE_FROM_LETTERS || words.has(word) || synonyms.words.has(word)) return false;
  if (listSimilar(words, word, 1).some((each) => words.get(each) === true)) return false;
  return [word, ...listSwapped(word)].some((each) => listSimilar(longVagueWords, each, 1).length > 0);
}

const NOTHING: Found = { all: [], close: [], prices: null, isCheapestFirst: false };

const isNamedByAll = (word: string): boolean => isVagueWord(word) && !/\d/.test(word);

const listAll = ({ products }: State): Pick<Found, "all" | "close"> => ({
  all: products.search(MiniSearch.wildcard).map(({ id }) => String(id)),
  close: [],
});

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
    const isUnknown =
      meanings.length === 0 &&
      !candidates.every((each) => isStrong(state, each)) &&
      !entryWords.some(isOtherWord);
    const isUse = isUnknown || entryWords.every((word) => purpose.has(word));
    parts.push({
      isGeneric: entryWords.every(isGenericWord) && length < words.length,
      role: findRole(entryWords, meanings) ?? (isUse ? "use" : undefined),
      isUnknown,
      ways: candidates.every((each) => (length > 1 ? isStrong(state, each) : each.size > 0))
        ? [candidates]
        : [],
      meanings,
    });
  }
  // A word before the goods that matches only through synonyms names a use, as in `chutney bowl`.
  const lastGoods = parts.findLastIndex((part) => isGoods(part, state.kinds));
  for (const part of parts.slice(0, Math.max(0, lastGoods)))
    if (part.meanings.length > 0 && !part.ways.some((way) => way.every((each) => isStrong(state, each))))
      part.role ??= "use";
  return parts;
}

/** Returns the words after a preposition: `outdoor`, `party` for `tray for outdoor party`. */
function listPurpose(words: readonly string[]): string[] {
  const at = words.findIndex((word, index) => index > 0 && /^(for|with?|near|in|at|on)$/.test(word));
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
    const isKnown = words.get(last + word) === true || synonyms.meanings.has(last + word);
    const isOne = isKnown && last !== "" && (!synonyms.meanings.has(last) || isUsedGoods(last));
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
function correctWord(state: State, word: string): string {
  const { words, synonyms } = state;
  if (words.has(word) || synonyms.words.has(word)) return word;
  if (word.length < TYPO_FROM_LETTERS || isOtherWord(word)) return word;
  const completions = new Set([...words.atPrefix(word).keys(), ...synonyms.words.atPrefix(word).keys()]);
  if (completions.size > 0) return findOnly(completions) ?? word;
  const corrections = [
    listCorrections(state, word),
    word.length < TWO_TYPOS_FROM_LETTERS ? [] : listSimilar(synonyms.words, word, 2),
  ];
  return findOnly(new Set(corrections.find((each) => each.length > 0))) ?? word;
}

/** Returns the known words with two letters swapped; otherwise those that sound the same, or differ by one letter. */
function listCorrections(state: State, word: string): string[] {
  const { words, synonyms } = state;
  const corrections = [
    listSwapped(word).filter((each) => words.get(each) === true || synonyms.words.has(each)),
    listBySound(state.sounds, word),
    listBySound(synonyms.sounds, word),
    listSimilar(words, word, 1).filter((each) => words.get(each) === true),
    listSimilar(synonyms.words, word, 1),
  ];
  return corrections.find((each) => each.length > 0) ?? [];
}

/**
 * Returns the known words that sound like this word. Returns an empty list if the sound is short, because short words
 * that sound the same are often different words.
 */
const listBySound = (sounds: Sounds, word: string): string[] => {
  const sound = soundOf(word);
  return sound.length < TYPO_FROM_LETTERS ? [] : [...(sounds.get(sound) ?? [])];
};

const findOnly = ([first, ...others]: ReadonlySet<string>): string | undefined =>
  others.length === 0 ? first : undefined;

/** Shorter words are not corrected, because a different letter usually makes them a different word. */
const TYPO_FROM_LETTERS = 4;

const TWO_TYPOS_FROM_LETTERS = 8;

function findCandidates(
  { words }: State,
  word: string,
  { isKnown, isLast }: { isKnown: boolean; isLast: boolean },
): Candidates {
  const candidates: Candidates = new Map();
  const isStrongWord = words.get(word);
  if (isStrongWord !== undefined) candidates.set(word, 1);
  // A known word matches only itself: `tea` does not match `teak`. An unknown word also matches longer words that begin
  // with it: `coast` matches `coaster`. The last word also matches longer words if only descriptions contain it.
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

/** Returns a function that returns a product's bonus for words that change only the order, such as `big`. */
function createRank({ products, goods }: State, extra: readonly string[], { by, order }: SizeOrder): Rank {
  const queries = extra.filter((word) => word !== "wood");
  const titleMatches = queries.length === 0 ? [] : products.search({ queries }, { fields: ["title"] });
  const scores = new Map(titleMatches.map(({ id, score }) => [String(id), score]));
  return (id) => (scores.get(id) ?? 0) + SIZE_WEIGHT * order * Math.log2(goods.get(id)?.[by] ?? 1);
}

const SIZE_WEIGHT = 40;

interface Match {
  id: string;
  /** The number of required parts of the search that the product matches. `optional` counts the other matched parts. */
  needed: number;
  optional: number;
  /** Like `needed` and `optional`, without generic parts, loose matches and matches that `isStrongMatch` rejects. */
  strong: { needed: number; optional: number };
  score: number;
}

/**
 * Returns as results the products that match all required parts and the most of the other parts. Returns the best of
 * the remaining products as close matches.
 */
function findMatching(state: State, allParts: readonly Part[], rank: Rank): Pick<Found, "all" | "close"> {
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
  // If more than half of the products match (and more than `MAX_CLOSE`), but only in their descriptions, they are not
  // results. A word such as `oil` is in most descriptions and does not tell products apart.
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
 * True if the part matches the product only through a synonym that names another kind of goods. Example: `bowl` is a
 * synonym of `soup`, so a search for `soup` also matches the word `bowl` of a product of the kind `fruit bowl`.
 */
function isLooseMatch(
  { wholeKinds, goods }: State,
  { ways, meanings }: Part,
  id: string,
  [term = "", ...otherTerms]: readonly string[],
): boolean {
  if (otherTerms.length > 0 || !wholeKinds.has(term) || goods.get(id)?.kind === term) return false;
  const isTyped = ways.some(([candidates]) => candidates?.has(term));
  return !isTyped && meanings.some((words) => words.length === 1 && words[0] === term);
}

function findResults({ products, kinds }: State, { ways, meanings }: Part): readonly SearchResult[] {
  if (ways.length + meanings.length === 0) return [];
  return products.search(
    combine("OR", [
      ...ways.map((way) => combineAll(way.map(toQuery), kinds)),
      ...meanings.map((words) => ({ ...combineAll([...words], kinds), boostTerm: () => SYNONYM_SCORE })),
    ]),
  );
}

/**
 * True if a field other than `description` and `shape` contains the match. For a theme, which is a part with synonyms
 * that names no goods, a match in the description is enough if no such field of any product contains the word.
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
 * Combines the words of a search. A match of several words, or of a subcategory such as `tray`, does not count in the
 * description, because the words in it may be unrelated.
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
