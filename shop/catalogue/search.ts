import type { Product } from "./product.ts";
import { measureCloseness } from "./word-distance.ts";

/** What the search drawer shows at most below its fixed list. */
export const FOUND_AT_MOST = 6;

/** One letter alone finds everything, so it finds nothing. */
export const SEARCH_FROM_LETTERS = 2;

/** The typing must have rested for so long before the shop is asked, in milliseconds. */
export const SEARCH_AFTER_TYPING_MS = 250;

/** Longer searches are cut: no one types them by hand. */
const SEARCH_UP_TO_LETTERS = 60;

type Searchable = Pick<Product, "title" | "subcategory" | "materials">;

/**
 * The products that a shopper may mean, best first; equally good ones keep the order they came in. Every word typed
 * must be found in the title, the subcategory or the wood: whole, begun, or with a slip of the finger.
 */
export function searchProducts<P extends Searchable>(
  products: readonly P[],
  text: string,
  most: number = FOUND_AT_MOST,
): P[] {
  const searched = searchText(text);
  if (searched.length < SEARCH_FROM_LETTERS) return [];
  const wanted = splitIntoWords(searched).map(createRanking);
  return products
    .map((product) => ({ product, worth: scoreProduct(product, wanted) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, most)
    .map(({ product }) => product);
}

/** A search text in its plain form: lower case without accents, single spaces, not too long. Equal searches are equal texts. */
export const searchText = (text: string): string =>
  splitIntoWords(text).join(" ").slice(0, SEARCH_UP_TO_LETTERS).trim();

/** How well a product answers all the words; 0 when it does not answer one of them. */
function scoreProduct(product: Searchable, wanted: readonly Ranking[]): number {
  const places = listSearchFields(product);
  let worth = 0;
  for (const closenessTo of wanted) {
    const best = Math.max(
      ...places.map(({ words, weight }) => weight * Math.max(0, ...words.map(closenessTo))),
    );
    if (best <= 0) return 0;
    worth += best;
  }
  return worth;
}

interface SearchField {
  words: readonly string[];
  weight: number;
}

/** A product is replaced, never changed: its words are taken apart once, however often someone searches. */
const known = new WeakMap<Searchable, readonly SearchField[]>();

function listSearchFields(product: Searchable): readonly SearchField[] {
  const before = known.get(product);
  if (before) return before;
  const { title, subcategory, materials } = product;
  const places = [
    { words: splitIntoWords(title), weight: 3 },
    { words: splitIntoWords(subcategory), weight: 2 },
    { words: splitIntoWords(materials.join(" ")), weight: 1 },
  ];
  known.set(product, places);
  return places;
}

type Ranking = (word: string) => number;

/** How close each word is to the one typed. Ten thousand titles share a few hundred words: each is compared once. */
function createRanking(typed: string): Ranking {
  const ranked = new Map<string, number>();
  return (word) => {
    const before = ranked.get(word);
    if (before !== undefined) return before;
    const close = measureCloseness(typed, word);
    ranked.set(word, close);
    return close;
  };
}

const splitIntoWords = (text: string): string[] =>
  text
    .normalize("NFD")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => word.replaceAll(/\p{M}/gu, ""))
    .filter(Boolean);
