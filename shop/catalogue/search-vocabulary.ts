import { countAllowedTypos, measureCloseness } from "./word-distance.ts";

/** Every word of the goods, and where it stands. */
export interface Vocabulary {
  add(word: string, place: number, weight: number): void;
  /** What a typed word is worth at each place: the weight of its best word there times how close that is. */
  measureWorth(typed: string, places: number): Uint8Array;
}

interface Entry {
  word: string;
  letters: number;
  /** Place and weight in turn. */
  uses: number[];
}

export function createVocabulary(): Vocabulary {
  const entries: Entry[] = [];
  const byWord = new Map<string, Entry>();
  return {
    add(word, place, weight) {
      let entry = byWord.get(word);
      if (!entry) {
        entry = { word, letters: listLetters(word), uses: [] };
        byWord.set(word, entry);
        entries.push(entry);
      }
      entry.uses.push(place, weight);
    },
    measureWorth(typed, places) {
      const worth = new Uint8Array(places);
      const [letters, slips] = [listLetters(typed), countAllowedTypos(typed)];
      for (const entry of entries) {
        // Each letter that is not in the word is a slip: most words are out without being compared.
        if (countBits(letters & ~entry.letters) > slips) continue;
        const closeness = measureCloseness(typed, entry.word);
        if (closeness > 0) spread(worth, entry.uses, closeness);
      }
      return worth;
    },
  };
}

function spread(worth: Uint8Array, uses: readonly number[], closeness: number): void {
  for (let at = 0; at < uses.length; at += 2) {
    const place = uses[at] ?? 0;
    const value = (uses[at + 1] ?? 0) * closeness;
    if (value > (worth[place] ?? 0)) worth[place] = value;
  }
}

/** Which letters a word has, as bits: several letters share one, so a bit that is missing says more than one that is there. */
function listLetters(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) % 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
