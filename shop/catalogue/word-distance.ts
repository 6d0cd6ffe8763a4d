/** The word itself, its beginning, a part of it, or something that close by typing: in this order. */
export function measureCloseness(typed: string, word: string): number {
  if (typed === word) return 8;
  if (word.startsWith(typed)) return 6;
  if (typed.length >= 3 && word.includes(typed)) return 4;
  const slips = countAllowedTypos(typed);
  if (slips === 0) return 0;
  if (countTypos(typed, word, slips) <= slips) return 3;
  // Not finished yet: what is there so far may hold the slip.
  return word.length > typed.length && countTypos(typed, word.slice(0, typed.length), slips) <= slips ? 2 : 0;
}

/** None in short words, where one letter makes another word. */
export const countAllowedTypos = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * How many slips lie between two words: a letter too many, too few, another one, or two neighbours turned around.
 * Gives up beyond `limit`.
 */
function countTypos(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const here = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const turned = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      here[column] = Math.min(
        getCell(above, column) + 1,
        getCell(here, column - 1) + 1,
        getCell(above, column - 1) + (same ? 0 : 1),
        turned ? getCell(before, column - 2) + 1 : Infinity,
      );
    }
    if (Math.min(...here) > limit) return limit + 1;
    [before, above] = [above, here];
  }
  return getCell(above, other.length);
}

const getCell = (line: readonly number[], column: number): number => line[column] ?? Infinity;
