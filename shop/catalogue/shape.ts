import type { Product, Size } from "./product.ts";

/** The fields that tell a piece's shape, beside its size. */
export type Shaped = Pick<Product, "title" | "subcategory">;

/** Whether a piece is round from above: bowls, whatever is as long as it is broad except boxes, and what calls itself oval. */
export function isRound({ L, B }: Pick<Size, "L" | "B">, { title, subcategory }: Shaped): boolean {
  if (/caddy|holder/i.test(subcategory)) return false;
  return L === B || /bowl/i.test(subcategory) || /\b(oval|round)\b/i.test(title);
}

/** How a piece stands on a shelf: bowls and boxes on their foot, whatever is flat against the wall. */
export type Stand = "bowl" | "box" | "disc" | "board";

export function getStand(size: Size, what: Shaped): Stand {
  if (/bowl/i.test(what.subcategory)) return "bowl";
  if (size.H * 2 >= Math.min(size.L, size.B)) return "box";
  return isRound(size, what) ? "disc" : "board";
}
