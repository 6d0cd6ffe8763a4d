import SearchableMap from "minisearch/SearchableMap";
import { isOtherWord, isUsedGoods, listVagueWords, soundOf } from "../../search-words.ts";
import type { Sounds, State } from "./search-state.ts";

/** Joins two words that are one word in the shop: `turn table` becomes `turntable`. */
export function joinWords({ words, synonyms }: State, searchWords: readonly string[]): string[] {
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

/** Returns the known word that begins with this word or is similar to it, if there is exactly one; else this word. */
export function correctWord(state: State, word: string): string {
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

/** Returns known words that differ by two swapped letters, else those that sound the same or differ by one letter. */
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

/** Returns nothing for a short sound, because short words that sound the same are often different words. */
const listBySound = (sounds: Sounds, word: string): string[] => {
  const sound = soundOf(word);
  return sound.length < TYPO_FROM_LETTERS ? [] : [...(sounds.get(sound) ?? [])];
};

const findOnly = ([first, ...others]: ReadonlySet<string>): string | undefined =>
  others.length === 0 ? first : undefined;

/** Shorter words are not corrected, because a different letter usually makes them a different word. */
const TYPO_FROM_LETTERS = 4;

const TWO_TYPOS_FROM_LETTERS = 8;

/** The indexed words that a searched word may match, each with a score from 0 to 1. */
export type Candidates = Map<string, number>;

const MAX_CANDIDATES = 40;

export function findCandidates(
  { words }: State,
  word: string,
  { isKnown, isLast }: { isKnown: boolean; isLast: boolean },
): Candidates {
  const candidates: Candidates = new Map();
  const isStrongWord = words.get(word);
  if (isStrongWord !== undefined) candidates.set(word, 1);
  // A known word matches only itself: `tea` does not match `teak`. An unknown word also matches longer words that begin
  // with it: `coast` matches `coaster`. The last word also matches longer words if it occurs only in descriptions.
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
export function splitWord(state: State, word: string): string[] {
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

const longVagueWords = new SearchableMap<true>();
const VAGUE_FROM_LETTERS = 5;
for (const word of listVagueWords()) if (word.length >= VAGUE_FROM_LETTERS) longVagueWords.set(word, true);

/** True if the word is probably a misspelt vague word, such as `wodden`, and not a misspelt word of the shop. */
export function misspellsVagueWord(state: State, word: string): boolean {
  const { words, synonyms } = state;
  if (word.length < VAGUE_FROM_LETTERS || words.has(word) || synonyms.words.has(word)) return false;
  if (listSimilar(words, word, 1).some((each) => words.get(each) === true)) return false;
  return [word, ...listSwapped(word)].some((each) => listSimilar(longVagueWords, each, 1).length > 0);
}
