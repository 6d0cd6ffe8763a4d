import { fromRupees, type Paise, formatRupees } from "#contract/money.ts";

/** Returns the price in paise; 0 for an invalid amount (D94). */
export const getPrice = (product: { price: number | string }): Paise => fromRupees(product.price) ?? 0;

/** The price before the reduction in paise; null unless it exceeds the price (§2.4). */
export function getOriginalPrice(product: {
  price: number | string;
  originalPrice?: number | string;
}): Paise | null {
  const original = fromRupees(product.originalPrice ?? "");
  return original !== null && original > getPrice(product) ? original : null;
}

/** `₹2499.00` (D7). */
export const formatPrice = (product: { price: number | string }): string => formatRupees(getPrice(product));

/** Shown beside every price without tax, in lists and in the bag (D106). */
export const PLUS_GST = "+ GST";

/** Shown beside a price that is paid. */
export const WITH_GST = "with GST";

/** `24% OFF`; null if the product is not reduced (§2.4). */
export function formatDiscount(product: { discount?: number | string }): string | null {
  const discount = Number(product.discount ?? 0);
  return discount > 0 ? `${discount}% OFF` : null;
}

/** Calculates the reduction in percent, unrounded; 0 if the price is not below the original one. */
export const calculateReduction = (price: Paise, originalPrice: Paise): number =>
  originalPrice > price ? ((originalPrice - price) / originalPrice) * 100 : 0;

/** True if a stored discount differs by more than one point from the two prices (D12). */
export const isDiscountWrong = (discount: number, price: Paise, originalPrice: Paise): boolean =>
  Math.abs(discount - calculateReduction(price, originalPrice)) > 1;
