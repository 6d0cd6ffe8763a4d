import { formatCount } from "#contract/text.ts";

/** Largest stock at which a shopper sees how few are left. */
const LOW_STOCK = 5;

/** Pieces that can be had now. Absent: made to order, always available (D22). */
export interface Stocked {
  stock?: number | undefined;
}

export const isSoldOut = ({ stock }: Stocked): boolean => stock !== undefined && stock <= 0;

/** 'Sold out', 'Only 3 left', or null when there is nothing to say (D22). */
export function getStockNote({ stock }: Stocked): string | null {
  if (stock === undefined || stock > LOW_STOCK) return null;
  return stock <= 0 ? "Sold out" : `Only ${stock} left`;
}

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
