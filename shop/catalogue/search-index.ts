import { FOUND_AT_MOST, SEARCH_FROM_LETTERS, searchText, splitIntoWords } from "./search.ts";
import { type Compare, selectBest } from "./select-best.ts";
import { createVocabulary, type Vocabulary } from "./search-vocabulary.ts";

export interface SearchTexts {
  title: string;
  subcategory: string;
  materials: readonly string[];
}

/** Which products have which words, so that a search looks at those alone that can be meant. */
export interface SearchIndex<P> {
  /** A product is there anew, has changed (then `before` is what it was), or is gone. */
  replace(before: P | undefined, after: P | undefined): void;
  /**
   * The products that a shopper may mean, best first; equally good ones as `compare` has it. Every word typed must be
   * found in the title, the subcategory or the wood: whole, begun, or with a slip of the finger.
   */
  search(text: string, compare: Compare<P>, most?: number): P[];
}

/** How much a word counts by where it stands. */
const WEIGHTS = { title: 3, subcategory: 2, materials: 1 };

/** What was replaced keeps its place in the index until this many are so, and a third of all. */
const REMAINS = 1_000;

interface State<P> {
  readTexts: (product: P) => SearchTexts;
  vocabulary: Vocabulary;
  /** By place; null for what was replaced. */
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

const getWording = ({ title, subcategory, materials }: SearchTexts): string =>
  [title, subcategory, ...materials].join("\n");

function add<P>({ readTexts, vocabulary, products, places }: State<P>, product: P): void {
  const place = products.push(product) - 1;
  places.set(product, place);
  const { title, subcategory, materials } = readTexts(product);
  const addWords = (text: string, weight: number) => {
    for (const word of splitIntoWords(text)) vocabulary.add(word, place, weight);
  };
  addWords(title, WEIGHTS.title);
  addWords(subcategory, WEIGHTS.subcategory);
  addWords(materials.join(" "), WEIGHTS.materials);
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
