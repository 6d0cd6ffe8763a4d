import type { Product, Size } from "./product.ts";

type ShapeSource = Pick<Product, "title" | "subcategory">;

/** True for bowls, for equal sides, and for titles with 'round' or 'oval'. False for caddies and holders. */
export function isRound({ L, B }: Pick<Size, "L" | "B">, { title, subcategory }: ShapeSource): boolean {
  if (/caddy|holder/i.test(subcategory)) return false;
  return L === B || /bowl/i.test(subcategory) || /\b(oval|round)\b/i.test(title);
}

/** True if a search for `round` finds the product. */
export const isSearchedAsRound = (size: Pick<Size, "L" | "B"> | undefined, source: ShapeSource): boolean =>
  size !== undefined && size.L === size.B && isRound(size, source) && !/\bsquare\b/i.test(source.title);

export const isSearchedAsLong = (size: Pick<Size, "L" | "B"> | undefined): boolean =>
  size !== undefined && size.L > 2 * size.B;

type ShelfShape = "bowl" | "box" | "disc" | "board";

export function getStand(size: Size, what: ShapeSource): ShelfShape {
  if (/bowl/i.test(what.subcategory)) return "bowl";
  if (size.H * 2 >= Math.min(size.L, size.B)) return "box";
  return isRound(size, what) ? "disc" : "board";
}
