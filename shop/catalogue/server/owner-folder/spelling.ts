/**
 * Finds the name that was probably meant: equal except for punctuation, one missing, extra or swapped letter, or
 * another vowel. Similar names that both exist, such as `Mug` and `Jug`, are not reported.
 */
export const findMisspelt = (name: string, others: readonly string[]): string | null =>
  others.find(
    (other) => other.toLowerCase() !== name.toLowerCase() && isMisspelt(toLetters(name), toLetters(other)),
  ) ?? null;

const toLetters = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("&", "and")
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");

const SHORTEST = 4;

function isMisspelt(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.min(one.length, other.length) < SHORTEST) return false;
  let begin = 0;
  while (begin < one.length && one[begin] === other[begin]) begin += 1;
  const [left, right] = [one.slice(begin), other.slice(begin)];
  if (left.slice(1) === right || left === right.slice(1)) return true;
  if (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0]) return true;
  return left.slice(1) === right.slice(1) && isVowel(left[0]) && isVowel(right[0]);
}

const isVowel = (letter = ""): boolean => /^[aeiouy]$/.test(letter);
