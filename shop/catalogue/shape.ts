import type { Product, Size } from "./product.ts";

/** The fields that describe a product's shape besides its size. */
export type Shaped = Pick<Product, "title" | "subcategory">;

/**
 * True if a piece is round from above: bowls, and pieces with equal length and width, except boxes and pieces described
 * as oval.
 */
export function isRound({ L, B }: Pick<Size, "L" | "B">, { title, subcategory }: Shaped): boolean {
  if (/caddy|holder/i.test(subcategory)) return false;
  return L === B || /bowl/i.test(subcategory) || /\b(oval|round)\b/i.test(title);
}

/** The position of a piece on a shelf: bowls and boxes stand, flat pieces lean against the wall. */
export type Stand = "bowl" | "box" | "disc" | "board";

export function getStand(size: Size, what: Shaped): Stand {
  if (/bowl/i.test(what.subcategory)) return "bowl";
  if (size.H * 2 >= Math.min(size.L, size.B)) return "box";
  return isRound(size, what) ? "disc" : "board";
}
