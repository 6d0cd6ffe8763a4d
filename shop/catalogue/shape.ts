import type { Product, Size } from "./product.ts";
import { hasFootprint, toCentimetres } from "./sizes.ts";

type ShapeSource = Pick<Product, "title" | "subcategory">;

/** True for a bowl, equal sides, or a title with 'round' or 'oval', but not for caddies and holders. */
export function isRound({ L, B }: Pick<Size, "L" | "B">, { title, subcategory }: ShapeSource): boolean {
  if (/caddy|holder/i.test(subcategory)) return false;
  return L === B || /bowl/i.test(subcategory) || /\b(oval|round)\b/i.test(title);
}

/** True if a search for `round` finds the product by its size and kind, even without this word in its title. */
export const isSearchedAsRound = (size: Pick<Size, "L" | "B"> | undefined, source: ShapeSource): boolean =>
  size !== undefined && size.L === size.B && isRound(size, source) && !/\bsquare\b/i.test(source.title);

export const isSearchedAsLong = (size: Pick<Size, "L" | "B"> | undefined): boolean =>
  size !== undefined && size.L > 2 * size.B;

export function getStand(size: Size, what: ShapeSource) {
  if (/bowl/i.test(what.subcategory)) return "bowl";
  if (size.H * 2 >= Math.min(size.L, size.B)) return "box";
  return isRound(size, what) ? "disc" : "board";
}

export interface Footprint {
  length: number;
  breadth: number;
}

/** Returns length and breadth in cm; for a set, an estimate for all pieces together. Null if the size is unknown. */
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
