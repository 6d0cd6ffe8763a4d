import { type Paise, calculatePercent, fromRupees, toRupees } from "#contract/money.ts";

/** A discount that applies to every order automatically. Amounts are in rupees, as in responses. */
export interface Coupon {
  name: string;
  /** The discount in rupees; otherwise `percent` of the total with GST applies. */
  amount?: number;
  percent?: number;
  /** The minimum subtotal; absent means any. */
  from?: number;
}

/** The default coupon, until the owner sets another one or none (§9, D5, D10). */
const standardCoupon: Coupon = { name: "#SALE30", amount: 99 };

/** Returns the coupon of a shop; null if there is none. */
export const getCoupon = ({ coupon }: { coupon?: Coupon | null | undefined }): Coupon | null =>
  coupon === undefined ? standardCoupon : coupon;

/** Calculates the discount of a coupon in paise, at most the total (D5). */
export function calculateCoupon(
  coupon: Coupon | null,
  { subtotal, total }: { subtotal: Paise; total: Paise },
): Paise {
  if (coupon === null || subtotal < (fromRupees(coupon.from ?? 0) ?? 0)) return 0;
  const { amount, percent = 0 } = coupon;
  return Math.min(amount === undefined ? calculatePercent(total, percent) : (fromRupees(amount) ?? 0), total);
}

/** Describes a total: `GST, shipping and ₹99 off included`. */
export function describeIncluded({ coupon, shipping }: { coupon: Paise; shipping: Paise }): string {
  const off = coupon === 0 ? "" : ` and ₹${toRupees(coupon)} off`;
  return `GST${shipping === 0 ? off : off ? `, shipping${off}` : " and shipping"} included`;
}
