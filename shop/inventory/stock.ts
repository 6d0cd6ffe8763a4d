import { formatCount } from "#contract/text.ts";
import { readNumber } from "#contract/read.ts";
import type { InferOutput } from "valibot";
import type { supplySchema } from "./response-schemas.ts";

/** Shoppers see how many pieces are left if there are at most this many. */
const LOW_STOCK = 5;

export type SupplyTerms = InferOutput<typeof supplySchema>;

/** `stock` is the number of pieces that can be ordered; undefined if it is unlimited (D22). */
export interface Stocked {
  stock?: number | undefined;
  supply?: SupplyTerms | undefined;
}

/** Parses the stock in a response. Returns `{}` if another backend uses the field for something else (D101). */
export function parseStock(value: unknown): { stock?: number } {
  const stock = readNumber(value, Number.NaN);
  return Number.isNaN(stock) ? {} : { stock };
}

export const isSoldOut = ({ stock }: Stocked): boolean => stock !== undefined && stock <= 0;

/** Returns the days needed to make this quantity. 0 if it is in stock or the product has no lead time (D22). */
export const getLeadDays = ({ supply }: Stocked, quantity = 1): number =>
  supply?.leadDays === undefined || (supply.ready ?? 0) >= quantity ? 0 : supply.leadDays;

/** Returns the longest lead time in days, because the parcel waits for all pieces. */
export const getLongestLead = (lines: readonly (Stocked & { quantity: number })[]): number =>
  Math.max(0, ...lines.map((line) => getLeadDays(line, line.quantity)));

/** Returns 'Sold out', 'Only 3 left' or 'Made to order, 10 days'; null if no note is needed (D22). */
export function getStockNote(product: Stocked, quantity = 1): string | null {
  const { stock } = product;
  const leadDays = getLeadDays(product, quantity);
  if (leadDays > 0) return `Made to order, ${formatCount(leadDays, "day")}`;
  if (stock === undefined || stock > LOW_STOCK) return null;
  return stock <= 0 ? "Sold out" : `Only ${stock} left`;
}

/** The maximum quantity of a product in a cart line or an order, even if more pieces are in stock (D16). */
export const MAX_QUANTITY = 999;

/** Returns the maximum quantity that a shopper can order. 0 if sold out (D16, D22). */
export const getMaxQuantity = ({ stock = MAX_QUANTITY, supply }: Stocked): number =>
  Math.max(0, Math.min(stock, getMostInOneOrder(supply)));

const getMostInOneOrder = (supply: SupplyTerms | undefined): number => supply?.most ?? MAX_QUANTITY;

export const formatMostInOneOrder = ({ supply }: Stocked = {}): string =>
  `You can order up to ${getMostInOneOrder(supply)} at once.`;

/** Returns why the quantity cannot be increased. Null if it can, or if nothing is available. */
export function getQuantityNote(product: Stocked, quantity: number): string | null {
  const { stock, supply } = product;
  const maxQuantity = getMaxQuantity(product);
  if (quantity < maxQuantity || maxQuantity === 0) return null;
  return stock === undefined || stock > getMostInOneOrder(supply)
    ? formatMostInOneOrder(product)
    : `Only ${formatCount(maxQuantity, "piece")} in stock.`;
}
