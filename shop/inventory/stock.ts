import { formatCount } from "#contract/text.ts";
import type { InferOutput } from "valibot";
import type { supplySchema } from "./response-schemas.ts";

/** Shoppers see the remaining number from this stock downwards. */
const LOW_STOCK = 5;

/** Availability beyond the stock; undefined for most products. */
export type Supply = InferOutput<typeof supplySchema>;

/**
 * `stock` is the number of pieces that can be ordered now; undefined for a product made to order, which is always
 * available (D22).
 */
export interface Stocked {
  stock?: number | undefined;
  supply?: Supply | undefined;
}

export const isSoldOut = ({ stock }: Stocked): boolean => stock !== undefined && stock <= 0;

/** Returns the days needed to make this quantity before it is packed; 0 if it is in stock or no time is set (D22). */
export const getLeadDays = ({ supply }: Stocked, quantity = 1): number =>
  supply?.leadDays === undefined || (supply.ready ?? 0) >= quantity ? 0 : supply.leadDays;

/** Returns the longest lead time of an order's products, because its parcel waits for all pieces. */
export const getLongestLead = (lines: readonly (Stocked & { quantity: number })[]): number =>
  Math.max(0, ...lines.map((line) => getLeadDays(line, line.quantity)));

/** Returns 'Sold out', 'Only 3 left', 'Made to order, 10 days', or null (D22). */
export function getStockNote(product: Stocked, quantity = 1): string | null {
  const { stock } = product;
  const leadDays = getLeadDays(product, quantity);
  if (leadDays > 0) return `Made to order, ${formatCount(leadDays, "day")}`;
  if (stock === undefined || stock > LOW_STOCK) return null;
  return stock <= 0 ? "Sold out" : `Only ${stock} left`;
}

/** Maximum quantity of one product in a cart line or an order, independent of stock (D16). */
export const MAX_QUANTITY = 999;

/** Returns the quantity that a shopper can order; 0 if sold out (D16, D22). */
export const getMaxQuantity = ({ stock = MAX_QUANTITY, supply }: Stocked): number =>
  Math.max(0, Math.min(stock, getMostInOneOrder(supply)));

const getMostInOneOrder = (supply: Supply | undefined): number => supply?.most ?? MAX_QUANTITY;

/** The message if an order may not contain more of a product. */
export const formatMostInOneOrder = ({ supply }: Stocked = {}): string =>
  `You can order up to ${getMostInOneOrder(supply)} at once.`;

/** The message beside the quantity if it cannot be increased; null below the limit. */
export function getQuantityNote(product: Stocked, quantity: number): string | null {
  const { stock, supply } = product;
  const maxQuantity = getMaxQuantity(product);
  if (quantity < maxQuantity || maxQuantity === 0) return null;
  return stock === undefined || stock > getMostInOneOrder(supply)
    ? formatMostInOneOrder(product)
    : `Only ${formatCount(maxQuantity, "piece")} in stock.`;
}
