import type { Product } from "./product.ts";
import { hasFootprint, toCentimetres } from "./sizes.ts";

export interface Footprint {
  length: number;
  breadth: number;
}

/** Returns length and breadth in cm. For a set, they cover all pieces side by side. Null if the size is unknown. */
export function getFootprint(product: Pick<Product, "size" | "title">): Footprint | null {
  const size = product.size.find(hasFootprint);
  if (!size) return null;
  const [length, breadth] = [toCentimetres(size.L), toCentimetres(size.B)];
  const pieces = countPieces(product.title);
  return pieces === 1
    ? { length, breadth }
    : { length: length * (pieces === 2 ? 1.9 : 2.1), breadth: breadth * (pieces === 2 ? 1.45 : 2) };
}

/** Reads the number of pieces in the title: 3 for `Set of 3`, 2 for `Pair`, otherwise 1. */
export const countPieces = (title: string): number =>
  /\bpair\b/i.test(title) ? 2 : Number(/\bset of (\d+)\b/i.exec(title)?.[1] ?? 1);
