import { formatCount } from "#contract/text.ts";
import type { Stocked } from "./stock.ts";

/** The most of one product in a cart line or an order, whatever the stock (D16). */
export const MAX_QUANTITY = 999;

/** How many a shopper may have; 0 when sold out (D16, D22). */
export const getMaxQuantity = ({ stock }: Stocked): number =>
  Math.max(0, Math.min(stock ?? MAX_QUANTITY, MAX_QUANTITY));

export const MOST_IN_ONE_ORDER = `${MAX_QUANTITY} is the most in one order.`;

/** Said beside the quantity when it cannot go higher; null below the bound. */
export function getQuantityNote(product: Stocked, quantity: number): string | null {
  const most = getMaxQuantity(product);
  if (quantity < most || most === 0) return null;
  return product.stock === undefined || product.stock > MAX_QUANTITY
    ? MOST_IN_ONE_ORDER
    : `We have ${formatCount(most, "piece")}, no more.`;
}
