import { type Paise, calculatePercent, formatRoundRupees, fromRupees, toRupees } from "#contract/money.ts";

/** A discount that applies to every order, without a code to type. Amounts are in rupees, as in responses. */
export interface Coupon {
  name: string;
  amount?: number;
  percent?: number;
  /** The minimum subtotal in rupees. Missing if there is none. */
  from?: number;
}

/** The default coupon (§9, D5, D10). The owner can replace or remove it. */
const standardCoupon: Coupon = { name: "#SALE30", amount: 99 };

/** Null if the owner has removed the coupon. */
export const getCoupon = ({ coupon }: { coupon?: Coupon | null | undefined }): Coupon | null =>
  coupon === undefined ? standardCoupon : coupon;

/** Returns paise, never more than the total (D5). */
export function calculateCoupon(
  coupon: Coupon | null,
  { subtotal, total }: { subtotal: Paise; total: Paise },
): Paise {
  if (coupon === null || subtotal < (fromRupees(coupon.from ?? 0) ?? 0)) return 0;
  const { amount, percent = 0 } = coupon;
  return Math.min(amount === undefined ? calculatePercent(total, percent) : (fromRupees(amount) ?? 0), total);
}

/** Returns what a total includes: `GST, shipping and ₹99 off included`. */
export function describeIncluded({ coupon, shipping }: { coupon: Paise; shipping: Paise }): string {
  const off = coupon === 0 ? "" : ` and ${formatRoundRupees(toRupees(coupon))} off`;
  return `GST${shipping === 0 ? off : off ? `, shipping${off}` : " and shipping"} included`;
}
