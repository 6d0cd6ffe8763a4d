/** Materials that many shoppers search for, whether or not the shop sells them. */
const materials: ReadonlySet<string> = new Set(
  (
    "sheesham shisham sissoo rosewood walnut oak oakwood pine pinewood bamboo neem beech beechwood maple birch cedar " +
    "ebony mahogany rubberwood olivewood sandalwood deodar padauk wenge cane rattan wicker " +
    "marble granite steel copper plastic melamine silicone terracotta porcelain"
  ).split(" "),
);

/** Trees whose names also mean something else: an `olive bowl` is a bowl for olives. */
const trees: ReadonlySet<string> = new Set(
  "olive cherry apple pear plum coconut tamarind imli jackfruit lemon orange palm ash elm fir".split(" "),
);

/**
 * Returns a material that the search names and the shop does not sell, or null. `words` are in lower case. `isCertain`
 * is true if the next word shows that a material is meant, as in `olive wood` or `glass bowl`.
 */
export function findOtherMaterial(
  words: readonly string[],
  isOfShop: (word: string, isCertain: boolean) => boolean,
): { word: string; name: string } | null {
  for (const [at, word] of words.entries()) {
    const isWood = /^wood(en)?$/.test(words[at + 1] ?? "");
    // A `glass tray` is a tray for glasses, but a `glass bowl` is made of glass.
    const isGlass = word === "glass" && /^(bowl|plate|platter)s?$/.test(words[at + 1] ?? "");
    const isCertain = isGlass || (isWood && trees.has(word));
    if ((isCertain || materials.has(word)) && !isOfShop(word, isCertain))
      return { word, name: isWood ? `${word} wood` : word };
  }
  return null;
}
