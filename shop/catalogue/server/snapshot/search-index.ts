import { FOUND_AT_MOST, SEARCH_FROM_LETTERS, searchText, splitIntoWords } from "../../search.ts";

export interface SearchTexts {
  title: string;
  subcategory: string;
  materials: readonly string[];
  collection?: string | undefined;
}

/** Index of words, so that a search looks only at products that can be meant. */
export interface SearchIndex<P> {
  /** A product is there anew, has changed (then `before` is what it was), or is gone. */
  replace(before: P | undefined, after: P | undefined): void;
  /**
   * The products that a shopper may mean, best first; equally good ones as `compare` has it. Every word typed must be
   * found in the title, the subcategory, the wood or the collection: whole, begun, or with a slip of the finger.
   */
  search(text: string, compare: Compare<P>, most?: number): P[];
}

/** How much a word counts by where it stands. */
const WEIGHTS = { title: 3, subcategory: 2, materials: 1, collection: 1 };

/** Replaced products keep their places in the index until there are this many, and a third of all. */
const REMAINS = 1_000;

interface State<P> {
  readTexts: (product: P) => SearchTexts;
  vocabulary: Vocabulary;
  /** Products by place; null where one was replaced. */
  products: (P | null)[];
  places: Map<P, number>;
  remains: number;
}

export function createSearchIndex<P>(readTexts: (product: P) => SearchTexts): SearchIndex<P> {
  const state: State<P> = {
    readTexts,
    vocabulary: createVocabulary(),
    products: [],
    places: new Map(),
    remains: 0,
  };
  return {
    replace(before, after) {
      const place = before && state.places.get(before);
      if (before && place !== undefined) {
        state.places.delete(before);
        const isWordedAlike = after && getWording(readTexts(before)) === getWording(readTexts(after));
        state.products[place] = isWordedAlike ? after : null;
        if (isWordedAlike) return void state.places.set(after, place);
        state.remains++;
      }
      if (after) add(state, after);
      if (state.remains > REMAINS && state.remains * 3 > state.products.length) rebuild(state);
    },
    search: (text, compare, most = FOUND_AT_MOST) => search(state, text, compare, most),
  };
}

const getWording = ({ title, subcategory, materials, collection }: SearchTexts): string =>
  [title, subcategory, ...materials, collection].join("\n");

function add<P>({ readTexts, vocabulary, products, places }: State<P>, product: P): void {
  const place = products.push(product) - 1;
  places.set(product, place);
  const { title, subcategory, materials, collection = "" } = readTexts(product);
  const addWords = (text: string, weight: number) => {
    for (const word of splitIntoWords(text)) vocabulary.add(word, place, weight);
  };
  addWords(title, WEIGHTS.title);
  addWords(subcategory, WEIGHTS.subcategory);
  addWords(materials.join(" "), WEIGHTS.materials);
  addWords(collection, WEIGHTS.collection);
}

function rebuild<P>(state: State<P>): void {
  const left = state.products.filter((product) => product !== null);
  Object.assign(state, { vocabulary: createVocabulary(), products: [], places: new Map(), remains: 0 });
  for (const product of left) add(state, product);
}

function search<P>({ vocabulary, products }: State<P>, text: string, compare: Compare<P>, most: number): P[] {
  const searched = searchText(text);
  if (searched.length < SEARCH_FROM_LETTERS) return [];
  const worths = splitIntoWords(searched).map((typed) => vocabulary.measureWorth(typed, products.length));
  return selectBest(products, worths, compare, most);
}

/** Every word of the goods, and where it stands. */
interface Vocabulary {
  /** `weight` is less than 4. */
  add(word: string, place: number, weight: number): void;
  /** Measures a typed word at each place: the weight of its best word there times how close that is. */
  measureWorth(typed: string, places: number): Uint8Array;
}

function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  // By the number of the word: what it is, which characters it has, and where it stands as place × 4 + weight.
  const words: string[] = [];
  const characters: number[] = [];
  const uses: number[][] = [];
  return {
    add(word, place, weight) {
      const use = place * 4 + weight;
      const number = numbers.get(word);
      if (number !== undefined) return void uses[number]?.push(use);
      numbers.set(word, words.push(word) - 1);
      characters.push(listCharacters(word));
      uses.push([use]);
    },
    measureWorth(typed, places) {
      const worth = new Uint8Array(places);
      const [typedCharacters, slips] = [listCharacters(typed), countAllowedTypos(typed)];
      for (let number = 0; number < words.length; number++) {
        // Each character that is not in the word is a slip: most words are out without being compared.
        if (countBits(typedCharacters & ~(characters[number] ?? 0)) > slips) continue;
        const closeness = measureCloseness(typed, words[number] ?? "");
        if (closeness > 0) spread(worth, uses[number] ?? [], closeness);
      }
      return worth;
    },
  };
}

function spread(worth: Uint8Array, uses: readonly number[], closeness: number): void {
  for (const use of uses) {
    const place = use >> 2;
    const value = (use & 3) * closeness;
    if (value > (worth[place] ?? 0)) worth[place] = value;
  }
}

/** Lists the characters and digits of a word, as bits; some share one, so that a bit may be there for another letter. */
function listCharacters(word: string): number {
  let characters = 0;
  for (let at = 0; at < word.length; at++) characters |= 1 << (word.charCodeAt(at) % 31);
  return characters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** The word itself, its beginning, a part of it, or something that close by typing: in this order. */
function measureCloseness(typed: string, word: string): number {
  if (typed === word) return 8;
  if (word.startsWith(typed)) return 6;
  if (typed.length >= 3 && word.includes(typed)) return 4;
  const slips = countAllowedTypos(typed);
  if (slips === 0) return 0;
  if (countTypos(typed, word, slips) <= slips) return 3;
  // Not finished yet: what is there so far may hold the slip.
  return word.length > typed.length && countTypos(typed, word.slice(0, typed.length), slips) <= slips ? 2 : 0;
}

/** None in short words, where one letter makes another word. */
const countAllowedTypos = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * How many slips lie between two words: a letter too many, too few, another one, or two neighbours turned around.
 * Gives up beyond `limit`.
 */
function countTypos(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const here = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const turned = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      here[column] = Math.min(
        getCell(above, column) + 1,
        getCell(here, column - 1) + 1,
        getCell(above, column - 1) + (same ? 0 : 1),
        turned ? getCell(before, column - 2) + 1 : Infinity,
      );
    }
    if (Math.min(...here) > limit) return limit + 1;
    [before, above] = [above, here];
  }
  return getCell(above, other.length);
}

const getCell = (line: readonly number[], column: number): number => line[column] ?? Infinity;

type Compare<P> = (one: P, other: P) => number;

/**
 * The products that are worth most: each at its place, and for each word what it is worth there. One that is worth
 * nothing for a word is none; of equally good ones the first as `compare` has it.
 */
function selectBest<P>(
  products: readonly (P | null)[],
  worths: readonly Uint8Array[],
  compare: Compare<P>,
  most: number,
): P[] {
  const best: { product: P; worth: number }[] = [];
  for (let place = 0; place < products.length; place++) {
    const worth = addUp(worths, place);
    const last = best[most - 1];
    if (worth === 0 || (last && worth < last.worth)) continue;
    const product = products[place];
    if (!product || (last && worth === last.worth && compare(product, last.product) > 0)) continue;
    const before = best.findIndex(
      (one) => worth > one.worth || (worth === one.worth && compare(product, one.product) < 0),
    );
    best.splice(before < 0 ? best.length : before, 0, { product, worth });
    if (best.length > most) best.pop();
  }
  return best.map(({ product }) => product);
}

/** How well a product answers all the words; 0 when it does not answer one of them. */
function addUp(worths: readonly Uint8Array[], place: number): number {
  let sum = 0;
  for (const worth of worths) {
    const one = worth[place] ?? 0;
    if (one === 0) return 0;
    sum += one;
  }
  return sum;
}
