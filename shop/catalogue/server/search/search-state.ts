import MiniSearch from "minisearch";
import SearchableMap from "minisearch/SearchableMap";
import { splitIntoWords } from "../../search.ts";
import { isVagueWord, normalizeWord, soundOf } from "../../search-words.ts";
import type { Measures, SearchTexts } from "./search-texts.ts";
import type { Synonyms } from "./synonyms.ts";

export interface State {
  products: MiniSearch<SearchTexts>;
  /** The words of the product that is being indexed. The values have the same meaning as in `words`. */
  newWords: Map<string, boolean>;
  /** The indexed words. The value is true if the word occurs in a field other than the description. */
  words: SearchableMap<boolean>;
  /** The number of products with the word in any field, and of those with the word outside the description. */
  wordUses: Map<string, { all: number; strong: number }>;
  /** The indexed words that occur in a field other than the description, by their sound. */
  sounds: Sounds;
  /** Last words of subcategories, such as `tray`. Searches for them skip descriptions, which name other products. */
  kinds: Set<string>;
  wholeKinds: Set<string>;
  goods: Map<string, Goods>;
  synonyms: SynonymTable;
}

interface Goods extends Measures {
  /** `strongWords` occur in a field other than the description. `weakWords` occur only in the description. */
  strongWords: readonly string[];
  weakWords: readonly string[];
  kind: string;
  /** The words of the subcategory, and those before `with` in the title. */
  names: ReadonlySet<string>;
}

export function createState(): State {
  const newWords = new Map<string, boolean>();
  const products = new MiniSearch<SearchTexts>({
    fields: FIELDS,
    tokenize: splitIntoWords,
    processTerm(term, field) {
      if (field === "description" && isVagueWord(term)) return null;
      const word = normalizeWord(term);
      newWords.set(word, field !== "description" || newWords.get(word) === true);
      return word;
    },
    searchOptions: { boost: WEIGHTS, tokenize: (term) => [term], processTerm: (term) => term },
    autoVacuum: true,
  });
  return {
    products,
    newWords,
    words: new SearchableMap(),
    wordUses: new Map(),
    sounds: new Map(),
    kinds: new Set(),
    wholeKinds: new Set(),
    goods: new Map(),
    synonyms: readSynonyms({}),
  };
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

export const FIELDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

export const NAME_FIELDS = FIELDS.filter((field) => field !== "description");

export function putProducts(state: State, products: readonly SearchTexts[]): void {
  for (const { kind } of products) state.kinds.add(getLastWord(toWords(kind).join(" ")));
  for (const each of products) {
    const product = withoutRepeats(withoutOtherKinds(each, state.kinds));
    const names = toWords(`${product.kind} ${product.title.replace(/ with .*/i, "")}`);
    const { area, height } = product;
    const kind = toWords(product.kind).join(" ");
    removeProduct(state, product.id);
    state.newWords.clear();
    state.products.add(product);
    const words = [...state.newWords.keys()];
    const strongWords = words.filter((word) => state.newWords.get(word) === true);
    const weakWords = words.filter((word) => state.newWords.get(word) === false);
    const goods = { area, height, kind, names: new Set(names), strongWords, weakWords };
    state.goods.set(product.id, goods);
    countWords(state, goods, 1);
  }
  updateKinds(state);
}

export function removeProducts(state: State, ids: readonly string[]): void {
  for (const id of ids) removeProduct(state, id);
  updateKinds(state);
}

function removeProduct(state: State, id: string): void {
  const goods = state.goods.get(id);
  if (!goods) return;
  state.goods.delete(id);
  state.products.discard(id);
  countWords(state, goods, -1);
}

function countWords(
  { words, wordUses, sounds }: State,
  { strongWords, weakWords }: Pick<Goods, "strongWords" | "weakWords">,
  change: 1 | -1,
): void {
  for (const [at, word] of [...strongWords, ...weakWords].entries()) {
    const { all, strong } = wordUses.get(word) ?? { all: 0, strong: 0 };
    const uses = { all: all + change, strong: strong + (at < strongWords.length ? change : 0) };
    if (uses.all > 0) {
      wordUses.set(word, uses);
      words.set(word, uses.strong > 0);
    } else {
      wordUses.delete(word);
      words.delete(word);
    }
    if (uses.strong > 0) addSound(sounds, word);
    else removeSound(sounds, word);
  }
}

function updateKinds(state: State): void {
  state.wholeKinds = new Set([...state.goods.values()].map(({ kind }) => kind));
  state.kinds = new Set([...state.wholeKinds].map(getLastWord));
}

const getLastWord = (kind: string): string => kind.split(" ").at(-1) ?? "";

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

/** Removes the words from a description that the product's other texts contain. This saves a third of search time. */
function withoutRepeats(product: SearchTexts): SearchTexts {
  const { id: _, description, area: __, height: ___, ...others } = product;
  const named = new Set(toWords(Object.values(others).join(" ")));
  const words = splitIntoWords(description).filter((word) => !named.has(normalizeWord(word)));
  return { ...product, description: words.join(" ") };
}

export type Sounds = Map<string, Set<string>>;

function addSound(sounds: Sounds, word: string): void {
  const sound = soundOf(word);
  sounds.set(sound, (sounds.get(sound) ?? new Set()).add(word));
}

function removeSound(sounds: Sounds, word: string): void {
  const sound = soundOf(word);
  const words = sounds.get(sound);
  if (words?.delete(word) && words.size === 0) sounds.delete(sound);
}

export interface SynonymTable {
  meanings: ReadonlyMap<string, readonly string[][]>;
  words: SearchableMap<true>;
  sounds: Sounds;
  longest: number;
}

export function readSynonyms(synonyms: Synonyms): SynonymTable {
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

export const toWords = (text: string): string[] => splitIntoWords(text).map(normalizeWord);
