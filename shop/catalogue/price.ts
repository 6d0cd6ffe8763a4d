import { fromRupees, type Paise, formatRupees } from "#contract/money.ts";

/** Returns the price in paise; 0 if it is invalid (D94). */
export const getPrice = (product: { price: number | string }): Paise => fromRupees(product.price) ?? 0;

/** Returns the price before the reduction, in paise. Null if it is not higher than the price (§2.4). */
export function getOriginalPrice(product: {
  price: number | string;
  originalPrice?: number | string;
}): Paise | null {
  const original = fromRupees(product.originalPrice ?? "");
  return original !== null && original > getPrice(product) ? original : null;
}

export const formatPrice = (product: { price: number | string }): string => formatRupees(getPrice(product));

/** The text beside every price without tax, in lists and in the bag (D106). */
export const PLUS_GST = "+ GST";

export const WITH_GST = "with GST";

/** Returns `24% OFF`; null if the product is not reduced (§2.4). */
export function formatDiscount(product: { discount?: number | string }): string | null {
  const discount = Number(product.discount ?? 0);
  return discount > 0 ? `${discount}% OFF` : null;
}

export const calculateReduction = (price: Paise, originalPrice: Paise): number =>
  originalPrice > price ? ((originalPrice - price) / originalPrice) * 100 : 0;

/** True if the stated and the calculated discount differ by more than one percentage point (D12). */
export const isDiscountWrong = (discount: number, price: Paise, originalPrice: Paise): boolean =>
  Math.abs(discount - calculateReduction(price, originalPrice)) > 1;
