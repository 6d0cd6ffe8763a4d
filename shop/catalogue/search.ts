import type { Product } from "./product.ts";
import { closeness } from "./word-distance.ts";

/** What the search drawer shows at most below its fixed list. */
export const FOUND_AT_MOST = 6;

/** One letter alone finds everything, so it finds nothing. */
export const SEARCH_FROM_LETTERS = 2;

/** Longer wishes are cut: no one types them by hand. */
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
  const wish = searchText(text);
  if (wish.length < SEARCH_FROM_LETTERS) return [];
  const wanted = wordsOf(wish).map(ranking);
  return products
    .map((product) => ({ product, worth: worthOf(product, wanted) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, most)
    .map(({ product }) => product);
}

/** A wish in its plain form: small letters without accents, single spaces, not too long. Equal wishes are equal texts. */
export const searchText = (text: string): string =>
  wordsOf(text).join(" ").slice(0, SEARCH_UP_TO_LETTERS).trim();

/** How well a product answers all the words; 0 when it does not answer one of them. */
function worthOf(product: Searchable, wanted: readonly Ranking[]): number {
  const places = placesOf(product);
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

function placesOf(product: Searchable): readonly SearchField[] {
  const before = known.get(product);
  if (before) return before;
  const { title, subcategory, materials } = product;
  const places = [
    { words: wordsOf(title), weight: 3 },
    { words: wordsOf(subcategory), weight: 2 },
    { words: wordsOf(materials.join(" ")), weight: 1 },
  ];
  known.set(product, places);
  return places;
}

type Ranking = (word: string) => number;

/** How close each word is to the one typed. Ten thousand titles share a few hundred words: each is compared once. */
function ranking(typed: string): Ranking {
  const ranked = new Map<string, number>();
  return (word) => {
    const before = ranked.get(word);
    if (before !== undefined) return before;
    const close = closeness(typed, word);
    ranked.set(word, close);
    return close;
  };
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => word.replaceAll(/\p{M}/gu, ""))
    .filter(Boolean);
