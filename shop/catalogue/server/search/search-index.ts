import { LRUCache } from "lru-cache";
import MiniSearch from "minisearch";
import { findOtherMaterial } from "../../other-materials.ts";
import { findHelpPages, MIN_SEARCH_LENGTH, searchText, splitIntoWords } from "../../search.ts";
import { findSizeOrder, isForOtherGoods, isServiceWord, isVagueWord, toLatin } from "../../search-words.ts";
import { correctWord } from "./correct-words.ts";
import { createRank, findBest, findMatching, type Matches, MAX_CLOSE } from "./find-matches.ts";
import { type PriceTerms, readLengths, readPriceTerms } from "./search-amounts.ts";
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
  // If the search has a price limit and otherwise only gift words or unknown words, all products are results, because
  // any product can be a gift. The caller applies the limit.
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
