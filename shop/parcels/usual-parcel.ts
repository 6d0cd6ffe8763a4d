import { parseNumber } from "#contract/number.ts";
import { type Size, splitSize } from "#shop/catalogue/product.ts";

/* The weight and box size that the owner enters for products without their own. */

export const ENTER_WEIGHT = "Enter the weight in whole grams, for example 800.";

export const ENTER_SIZE = "Enter the box size in centimetres, for example 30 x 20 x 10.";

/** Parses `800`, `800 g` or `0.8 kg`. Returns the grams, or null if they are not a whole number. */
export function parseWeight(text: string): number | null {
  const [, number = "", unit] = /^(\d+(?:\.\d+)?)\s*(g|kg)?$/i.exec(text.trim()) ?? [];
  // Round, because 1.001 * 1000 is 1000.9999999999999.
  const grams = Number((Number(number) * (unit?.toLowerCase() === "kg" ? 1000 : 1)).toFixed(3));
  return Number.isInteger(grams) && grams > 0 && grams < 100_000 ? grams : null;
}

/** Parses `30 x 20 x 10`. Returns null if these are not three lengths in cm. */
export function parseBox(text: string): Size | null {
  const sides = splitSize(text, "cm").map((side) => parseNumber(side) ?? 0);
  const [L = 0, B = 0, H = 0] = sides;
  return sides.length === 3 && sides.every((side) => side > 0 && side < 1000) ? { L, B, H } : null;
}
