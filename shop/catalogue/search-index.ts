import { FOUND_AT_MOST, SEARCH_FROM_LETTERS, searchText, splitIntoWords } from "./search.ts";
import { rememberAnswers } from "./select-products.ts";
import { createVocabulary, type Vocabulary } from "./search-vocabulary.ts";

export interface Searchable {
  title: string;
  subcategory: string;
  materials: readonly string[];
}

/** Which products have which words, so that a search looks at those alone that can be meant. */
export interface SearchIndex<P extends Searchable> {
  /** A product is there anew, has changed (then `before` is what it was), or is gone. */
  replace(before: P | undefined, after: P | undefined): void;
  /**
   * The products that a shopper may mean, best first; equally good ones as `compare` has it. Every word typed must be
   * found in the title, the subcategory or the wood: whole, begun, or with a slip of the finger.
   */
  search(text: string, compare: (one: P, other: P) => number, most?: number): P[];
}

/** How much a word counts by where it stands. */
const WEIGHTS = { title: 3, subcategory: 2, materials: 1 };

/** What was replaced keeps its place in the index until this many are so, and a third of all. */
const REMAINS = 1_000;

interface State<P> {
  vocabulary: Vocabulary;
  /** By place; null for what was replaced. */
  products: (P | null)[];
  places: Map<P, number>;
  remains: number;
  splitName: (name: string) => string[];
}

export function createSearchIndex<P extends Searchable>(): SearchIndex<P> {
  const state: State<P> = {
    vocabulary: createVocabulary(),
    products: [],
    places: new Map(),
    remains: 0,
    splitName: rememberAnswers(splitIntoWords),
  };
  return {
    replace(before, after) {
      const place = before && state.places.get(before);
      if (before && place !== undefined) {
        state.places.delete(before);
        const isWordedAlike = after && getWording(before) === getWording(after);
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

const getWording = ({ title, subcategory, materials }: Searchable): string =>
  [title, subcategory, ...materials].join("\n");

function add<P extends Searchable>(
  { vocabulary, products, places, splitName }: State<P>,
  product: P,
): void {
  const place = products.push(product) - 1;
  places.set(product, place);
  for (const word of splitIntoWords(product.title)) vocabulary.add(word, place, WEIGHTS.title);
  for (const word of splitName(product.subcategory)) vocabulary.add(word, place, WEIGHTS.subcategory);
  for (const wood of product.materials)
    for (const word of splitName(wood)) vocabulary.add(word, place, WEIGHTS.materials);
}

function rebuild<P extends Searchable>(state: State<P>): void {
  const left = state.products.filter((product) => product !== null);
  Object.assign(state, { vocabulary: createVocabulary(), products: [], places: new Map(), remains: 0 });
  for (const product of left) add(state, product);
}

function search<P extends Searchable>(
  { vocabulary, products }: State<P>,
  text: string,
  compare: (one: P, other: P) => number,
  most: number,
): P[] {
  const searched = searchText(text);
  if (searched.length < SEARCH_FROM_LETTERS) return [];
  const worths = splitIntoWords(searched).map((typed) => vocabulary.measureWorth(typed, products.length));
  const best: { product: P; worth: number }[] = [];
  for (const [place, product] of products.entries()) {
    if (product === null) continue;
    const worth = addUp(worths, place);
    const last = best[most - 1];
    if (worth === 0 || (last && (worth < last.worth || (worth === last.worth && compare(product, last.product) > 0))))
      continue;
    const before = best.findIndex(
      (one) => one.worth < worth || (one.worth === worth && compare(one.product, product) > 0),
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
