import MiniSearch from "minisearch";
import { LRUCache } from "lru-cache";
import { findOtherMaterial } from "../../other-materials.ts";
import { findHelpPages, MIN_SEARCH_LENGTH, searchText, splitIntoWords } from "../../search.ts";
import { findSizeOrder, isForOtherGoods, isServiceWord, isVagueWord, toLatin } from "../../search-words.ts";
import { correctWord } from "./correct-words.ts";
import { createRank, findBest, findMatching, type Matches, MAX_CLOSE } from "./rank-matches.ts";
import { listPurpose, listSetWords, listSpecific, splitIntoParts } from "./search-parts.ts";
import {
  createState,
  putProducts,
  readSynonyms,
  removeProducts,
  type State,
  toWords,
} from "./search-state.ts";
import type { SearchTexts } from "./search-texts.ts";
import type { Synonyms } from "./synonyms.ts";

type Found = Matches & PriceTerms;

export interface SearchIndex {
  put(products: readonly SearchTexts[]): void;
  remove(ids: readonly string[]): void;
  setSynonyms(synonyms: Synonyms): void;
  search(text: string): Found;
}

const MAX_WORDS = 6;

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
      putProducts(state, products);
    },
    remove(ids) {
      cache.clear();
      removeProducts(state, ids);
    },
    setSynonyms(synonyms) {
      cache.clear();
      state.synonyms = readSynonyms(synonyms);
    },
    search: (text) => cache.memo(splitIntoWords(searchText(text)).map(toLatin).join(" ")),
  };
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
  const prices = readPriceTerms(searched);
  const lengths = readLengths(searched);
  if (needed.length === 0 && lengths.length === 0)
    return (prices.prices !== null || words.some(isNamedByAll)) && findHelpPages(searched).length === 0
      ? { ...listAll(state), ...prices }
      : NOTHING;
  const parts = splitIntoParts(
    state,
    needed.slice(0, MAX_WORDS),
    new Set(listPurpose(allWords).map((word) => correctWord(state, word))),
  );
  for (const measures of [lengths, listSetWords(searched, state, parts)])
    if (measures.length > 0)
      parts.push({
        candidates: measures.map((measure) => new Map([[measure, 1]])),
        meanings: [],
        isGeneric: true,
        role: "optional",
      });
  if (/\b(?:or|vs|versus|ya)\b/.test(searched)) for (const part of parts) part.role = "optional";
  // If the search names goods or a material that the shop does not sell, add a part that no product matches. Then all
  // results are close matches.
  const corrected = words.map((word) => correctWord(state, word));
  if (otherMaterial || isForOtherGoods(corrected, (goods) => isNamed(state, goods)))
    parts.push({ candidates: null, meanings: [], isGeneric: false });
  const extra = words.filter((word) => !needed.includes(word) && state.words.get(word) === true);
  const rank = createRank(state, extra, findSizeOrder(allWords));
  const best = findBest(state, parts, rank);
  // A search with a price limit and otherwise only gift words or unknown words finds all products, because any
  // product can be a gift. The caller applies the limit.
  if (prices.prices !== null && parts.every(({ role, isUnknown }) => role === "gift" || isUnknown))
    return { all: [...new Set([...best.all, ...listAll(state).all])], close: [], ...prices };
  // Ignores generic words if nothing was found: `remote box` then finds a tray whose description mentions remotes.
  const withoutGeneric = parts.filter(({ isGeneric }) => !isGeneric);
  const isWorthwhile = best.all.length + best.close.length === 0 && withoutGeneric.length < parts.length;
  const close = isWorthwhile ? findMatching(state, withoutGeneric, rank).all : best.close;
  return { all: best.all, close: close.slice(0, MAX_CLOSE), ...prices };
}

const isOfShop = ({ words, synonyms }: State, word: string, isCertain: boolean): boolean =>
  words.get(word) === true || (!isCertain && synonyms.meanings.has(word));

const isNamed = ({ goods }: State, name: string): boolean =>
  [...goods.values()].some(({ names }) => name.split(" ").every((word) => names.has(word)));

const NOTHING: Found = { all: [], close: [], prices: null, isCheapestFirst: false };

const isNamedByAll = (word: string): boolean => isVagueWord(word) && !/\d/.test(word);

const listAll = ({ products }: State): Matches => ({
  all: products.search(MiniSearch.wildcard).map(({ id }) => String(id)),
  close: [],
});

/** The limits are in rupees with GST, because the shop shows prices with GST first (D106). */
interface PriceRange {
  from: number;
  upTo: number;
}

interface PriceTerms {
  prices: PriceRange | null;
  isCheapestFirst: boolean;
}

const readPriceTerms = (searched: string): PriceTerms => ({
  prices: readPrices(searched),
  isCheapestFirst: /\b(?:cheap|cheapest|sast[aei]|affordable|low(?:est)? (?:price|cost))\b/.test(searched),
});

/** Returns lengths as words such as `12in`, from `12 inch`, `30cm` or `12x8`. The default unit is the inch. */
function readLengths(searched: string): string[] {
  const measures = searched.matchAll(/(\d{1,3})(?: (\d))? ?(inch(?:es)?|in|cm)\b/g);
  const sides = searched.matchAll(/\b(\d{1,2}) ?x ?(\d{1,2})(?: ?(cm))?\b/g);
  return [
    ...Array.from(measures, ([, whole, tenths = "0", unit]) => {
      return `${Math.round(Number(`${whole}.${tenths}`))}${unit === "cm" ? "cm" : "in"}`;
    }),
    ...Array.from(sides, ([, length, breadth, unit = "in"]) => [
      `${length}${unit}`,
      `${breadth}${unit}`,
    ]).flat(),
  ];
}

function readPrices(searched: string): PriceRange | null {
  for (const [pattern, toRange] of pricePatterns) {
    const [, first, second] = pattern.exec(searched) ?? [];
    if (first !== undefined) return toRange(toRupees(first), toRupees(second ?? first));
  }
  return null;
}

/** An amount of three to six digits or in thousands, such as `2k`, unless a unit of length, weight or count follows. */
const AMOUNT = String.raw`(?:(?:rs|inr|rupees) ?)?((?:\d{1,3}|ek|do|teen|char|paa?nch) ?(?:k|hazaa?r|hajar|thousand)|\d{3,6})(?: rs| rupees| rupaye?)?\b(?! (?:inch|inches|cm|mm|kg|g|gm|grams?|ml|pieces?|pcs)\b)`;

const pricePatterns: readonly [RegExp, toRange: (first: number, second: number) => PriceRange][] = [
  [
    new RegExp(`${AMOUNT} (?:to |and |se )?${AMOUNT}`),
    (one, other) => ({ from: Math.min(one, other), upTo: Math.max(one, other) }),
  ],
  [
    new RegExp(`(?:under|below|within|upto|up to|less than|max|maximum|budget|budget of) ${AMOUNT}`),
    (upTo) => ({ from: 0, upTo }),
  ],
  [
    new RegExp(`${AMOUNT} (?:tak|(?:se|ke) (?:kam|andar|neeche|niche|under)|or less)\\b`),
    (upTo) => ({ from: 0, upTo }),
  ],
  [new RegExp(`(?:around|approx|nearly|lagbhag) ${AMOUNT}`), toRangeAround],
  // Matches a search that is only an amount, such as `₹999`. Six digits are more likely a PIN.
  [new RegExp(String.raw`^(?!\d{6}$)${AMOUNT}$`), toRangeAround],
  [new RegExp(`(?:above|over|more than|minimum|min) ${AMOUNT}`), (from) => ({ from, upTo: Infinity })],
  [new RegExp(`${AMOUNT} (?:se (?:zyada|jyada|upar)|or more)\\b`), (from) => ({ from, upTo: Infinity })],
];

function toRangeAround(amount: number): PriceRange {
  return { from: amount * 0.8, upTo: amount * 1.2 };
}

function toRupees(amount: string): number {
  const hindi = HINDI_NUMBERS.findIndex((number) => amount.replace("aa", "a").startsWith(number)) + 1;
  return (hindi || Number.parseInt(amount, 10)) * (/\D/.test(amount) ? 1_000 : 1);
}

const HINDI_NUMBERS = ["ek", "do", "teen", "char", "panch"];
