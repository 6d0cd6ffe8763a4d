/** Materials that many shoppers look for. A shop that has one of them answers the search as usual. */
const materials: ReadonlySet<string> = new Set(
  (
    "sheesham shisham sissoo rosewood walnut oak oakwood pine pinewood bamboo neem beech beechwood maple birch cedar " +
    "ebony mahogany rubberwood olivewood sandalwood deodar padauk wenge cane rattan wicker " +
    "marble granite steel copper plastic melamine silicone terracotta porcelain"
  ).split(" "),
);

/** Trees whose name alone means something else: `olive wood` is a wood, and an `olive bowl` is for olives. */
const trees: ReadonlySet<string> = new Set(
  "olive cherry apple pear plum coconut tamarind imli jackfruit lemon orange palm ash elm fir".split(" "),
);

interface OtherMaterial {
  word: string;
  /** The material as a sentence names it: `olive wood`, `bamboo`. */
  name: string;
}

/**
 * Returns the material in a search, given as lower-case words, that the shop does not have; otherwise null. `isTree` is
 * true for a word that alone means something else.
 */
export function findOtherMaterial(
  words: readonly string[],
  isOfShop: (word: string, isTree: boolean) => boolean,
): OtherMaterial | null {
  for (const [at, word] of words.entries()) {
    const isWood = /^wood(en)?$/.test(words[at + 1] ?? "");
    const isTree = isWood && trees.has(word);
    if ((isTree || materials.has(word)) && !isOfShop(word, isTree))
      return { word, name: isWood ? `${word} wood` : word };
  }
  return null;
}
