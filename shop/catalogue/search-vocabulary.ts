import { countAllowedTypos, measureCloseness } from "./word-distance.ts";

/** Every word of the goods, and where it stands. */
export interface Vocabulary {
  /** `weight` is less than 4. */
  add(word: string, place: number, weight: number): void;
  /** What a typed word is worth at each place: the weight of its best word there times how close that is. */
  measureWorth(typed: string, places: number): Uint8Array;
}

export function createVocabulary(): Vocabulary {
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

/** Which characters and digits a word has, as bits; some share one, so that a bit may be there for another letter. */
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
