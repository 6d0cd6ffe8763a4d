import { type Stocked } from "#shop/inventory/stock.ts";
import { MAX_QUANTITY, getMaxQuantity, MOST_IN_ONE_ORDER } from "#shop/inventory/max-quantity.ts";

/** How many to add: whole, at most 999; anything that is not at least 1 becomes 1 (§5, D16). */
export function readQuantityToAdd(given: unknown): number {
  const pieces = Math.floor(parseNumber(given));
  return pieces >= 1 ? Math.min(pieces, MAX_QUANTITY) : 1;
}

/** The quantity a line is set to: whole, 0 to 999, where 0 removes it (D15, D16). Null for what is not a number. */
export function readQuantityToSet(given: unknown): number | null {
  const pieces = Math.floor(parseNumber(given));
  return Number.isNaN(pieces) ? null : Math.min(Math.max(0, pieces), MAX_QUANTITY);
}

/** A quantity that the stock allows. A line is kept at 1 while sold out: it shows that, and can only be removed. */
export const limitQuantity = (product: Stocked, quantity: number): number =>
  Math.min(quantity, Math.max(1, getMaxQuantity(product)));

/** Said when not all that were asked for went into the bag: the stock ends there, or the most of one order (D16, D22). */
export const describeFullBag = (inBag: number): string =>
  inBag >= MAX_QUANTITY ? MOST_IN_ONE_ORDER : `That is all there is: ${inBag} in your bag`;

/** A number, or a text that is one; anything else is none. */
const parseNumber = (given: unknown): number => {
  if (typeof given === "number") return given;
  return typeof given === "string" && given.trim() !== "" ? Number(given) : Number.NaN;
};
