export type Compare<P> = (one: P, other: P) => number;

/**
 * The products that are worth most: each at its place, and for each word what it is worth there. One that is worth
 * nothing for a word is none; of equally good ones the first as `compare` has it.
 */
export function selectBest<P>(
  products: readonly (P | null)[],
  worths: readonly Uint8Array[],
  compare: Compare<P>,
  most: number,
): P[] {
  const best: { product: P; worth: number }[] = [];
  for (let place = 0; place < products.length; place++) {
    const worth = addUp(worths, place);
    const last = best[most - 1];
    if (worth === 0 || (last && worth < last.worth)) continue;
    const product = products[place];
    if (!product || (last && worth === last.worth && compare(product, last.product) > 0)) continue;
    const before = best.findIndex(
      (one) => worth > one.worth || (worth === one.worth && compare(product, one.product) < 0),
    );
    best.splice(before < 0 ? best.length : before, 0, { product, worth });
    if (best.length > most) best.pop();
  }
  return best.map(({ product }) => product);
}

/** How well a product answers all the words; 0 when it does not answer one of them. */
function addUp(worths: readonly Uint8Array[], place: number): number {
  let sum = 0;
  for (const worth of worths) {
    const one = worth[place] ?? 0;
    if (one === 0) return 0;
    sum += one;
  }
  return sum;
}
