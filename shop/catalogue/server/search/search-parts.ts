import { isGiftSearch } from "../../search.ts";
import { isGenericWord, isOtherWord, isPlaceWord, isServiceWord, isVagueWord } from "../../search-words.ts";
import {
  type Candidates,
  correctWord,
  findCandidates,
  joinWords,
  misspellsVagueWord,
  splitWord,
} from "./correct-words.ts";
import type { State, SynonymTable } from "./search-state.ts";
import { ANY_SET } from "./search-texts.ts";

/**
 * One or more consecutive words of the search. Each word has candidates: the indexed words that it may mean. A product
 * matches if it contains a candidate for each word, or all words of a synonym.
 */
export interface Part {
  /**
   * The candidates for each word of the part. Null if a word has none, or if a part of several words has a word that
   * occurs only in descriptions.
   */
  candidates: readonly Candidates[] | null;
  /** Synonyms, each as a list of words. */
  meanings: readonly (readonly string[])[];
  /** True for a word such as `box` in a longer search. Its match alone is not enough for a close match. */
  isGeneric: boolean;
  /** Parts without a role must match. A place such as `kitchen` only sorts the results, if there are other parts. */
  role?: "place" | "gift" | "use" | "optional" | undefined;
  /**
   * True if the part has no synonyms, contains no `isOtherWord`, and has a word that occurs only in descriptions or
   * nowhere.
   */
  isUnknown?: boolean;
}

/** Splits the search into parts. The longest matching synonym becomes one part. */
export function splitIntoParts(
  state: State,
  searchWords: readonly string[],
  purpose: ReadonlySet<string>,
): Part[] {
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
      candidates: candidates.every((each) => (length > 1 ? isStrong(state, each) : each.size > 0))
        ? candidates
        : null,
      meanings,
    });
  }
  // If a word before the goods matches only through synonyms, it names a use, as in `chutney bowl`.
  const lastGoods = parts.findLastIndex((part) => isGoods(part, state.kinds));
  for (const part of parts.slice(0, Math.max(0, lastGoods)))
    if (part.meanings.length > 0 && !part.candidates?.every((each) => isStrong(state, each)))
      part.role ??= "use";
  return parts;
}

/** Returns the words after a preposition: `outdoor`, `party` for `tray for outdoor party`. */
export function listPurpose(words: readonly string[]): string[] {
  const at = words.findIndex((word, index) => index > 0 && /^(for|with?|near|in|at|on)$/.test(word));
  return at < 0 ? [] : words.slice(at + 1);
}

function findRole(words: readonly string[], meanings: Part["meanings"]): Part["role"] {
  if (words.every(isPlaceWord)) return "place";
  return words.some(isGiftSearch) || meanings.some(([word]) => word === "gifting") ? "gift" : undefined;
}

const isStrong = ({ words }: State, candidates: Candidates): boolean =>
  [...candidates.keys()].some((word) => words.get(word) === true);

function findEntryLength({ meanings, longest }: SynonymTable, words: readonly string[], at: number): number {
  for (let length = Math.min(longest, words.length - at); length > 1; length--)
    if (meanings.has(words.slice(at, at + length).join(" "))) return length;
  return 1;
}

/** Removes vague words and words about services, but keeps all words of a synonym such as `3 compartment`. */
export function listSpecific(state: State, words: readonly string[]): string[] {
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

export const isGoods = ({ isGeneric, candidates, meanings }: Part, kinds: ReadonlySet<string>): boolean =>
  !isGeneric &&
  [...(candidates ?? []).map((each) => [...each.keys()]), ...meanings].flat().some((word) => kinds.has(word));

/** Returns the indexed word for a set of goods: `3set` for `set of 3`. Empty if the search names no such set. */
export function listSetWords(searched: string, { kinds }: State, parts: readonly Part[]): string[] {
  const [set, count] = /\b(?:set|pair)s?\b(?: of (\d))?/.exec(searched) ?? [];
  if (set === undefined || !parts.some((part) => isGoods(part, kinds))) return [];
  return [count ? `${count}set` : set.startsWith("pair") ? "2set" : ANY_SET];
}
