import { type Paise, calculatePercent, formatRoundRupees, fromRupees, toRupees } from "#contract/money.ts";
import type { TaxRates } from "./tax-rates.ts";

/** A discount without a code to type, for every order or from a minimum subtotal on. Amounts are in rupees. */
export type Coupon = NonNullable<TaxRates["coupon"]>;

/** The default coupon (§9, D5, D10). The owner can replace or remove it. */
const standardCoupon: Coupon = { name: "#SALE30", amount: 99 };

/** Returns the shop's coupon; null if the owner has removed it. */
export const getCoupon = ({ coupon }: { coupon?: Coupon | null | undefined }): Coupon | null =>
  coupon === undefined ? standardCoupon : coupon;

/** Returns the discount of an order in paise, at most `total` (D5). 0 below the minimum subtotal of the coupon. */
export function calculateCoupon(
  coupon: Coupon | null,
  { subtotal, total }: { subtotal: Paise; total: Paise },
): Paise {
  if (coupon === null || subtotal < (fromRupees(coupon.from ?? 0) ?? 0)) return 0;
  const { amount, percent = 0 } = coupon;
  return Math.min(amount === undefined ? calculatePercent(total, percent) : (fromRupees(amount) ?? 0), total);
}

/** Shown when the coupon's label is pressed (§8, D10). */
export const COUPON_APPLIED = "Coupon auto-applied at checkout";

/** Returns `₹99 off this order` or `10% off orders of ₹2,000 or more`. */
export function describeCoupon({ amount, percent, from }: Coupon): string {
  const off = amount === undefined ? `${percent}%` : formatRoundRupees(amount);
  return from ? `${off} off orders of ${formatRoundRupees(from)} or more` : `${off} off this order`;
}

/** Returns what a total includes: `GST, shipping and ₹99 off included`. */
export function describeIncluded({ coupon, shipping }: { coupon: Paise; shipping: Paise }): string {
  const off = coupon === 0 ? "" : ` and ${formatRoundRupees(toRupees(coupon))} off`;
  return `GST${shipping === 0 ? off : off ? `, shipping${off}` : " and shipping"} included`;
}
