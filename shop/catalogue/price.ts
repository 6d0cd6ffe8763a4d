import { fromRupees, type Paise, formatRupees } from "#contract/money.ts";

/** Returns the price in paise, or 0 if it is invalid (D94). */
export const getPrice = (product: { price: number | string }): Paise => fromRupees(product.price) ?? 0;

/** Returns the price before the reduction in paise, or null if it is not higher than the price (§2.4). */
export function getOriginalPrice(product: {
  price: number | string;
  originalPrice?: number | string;
}): Paise | null {
  const original = fromRupees(product.originalPrice ?? "");
  return original !== null && original > getPrice(product) ? original : null;
}

export const formatPrice = (product: { price: number | string }): string => formatRupees(getPrice(product));

/** The note beside every price without tax, in lists and in the bag (D106). */
export const PLUS_GST = "+ GST";

export const WITH_GST = "with GST";

/** Formats the discount: `24% OFF`. Returns null if the product is not reduced (§2.4). */
export function formatDiscount(product: { discount?: number | string }): string | null {
  const discount = Number(product.discount ?? 0);
  return discount > 0 ? `${discount}% OFF` : null;
}

/** Returns the price reduction in percent, unrounded. Returns 0 if the price is not below the original price. */
export const calculateReduction = (price: Paise, originalPrice: Paise): number =>
  originalPrice > price ? ((originalPrice - price) / originalPrice) * 100 : 0;

/** True if the discount differs by more than one percentage point from the two prices (D12). */
export const isDiscountWrong = (discount: number, price: Paise, originalPrice: Paise): boolean =>
  Math.abs(discount - calculateReduction(price, originalPrice)) > 1;
