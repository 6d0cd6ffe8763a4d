/** From this many on downwards a shopper sees how few are left. */
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
