import { formatRoundRupees } from "#contract/money.ts";
import type { Coupon } from "./coupon.ts";

/** Shown when the coupon's label is pressed (§8, D10). */
export const COUPON_APPLIED = "Coupon auto-applied at checkout";

/** Returns `₹99 off this order` or `10% off orders of ₹2,000 or more`. */
export function describeCoupon({ amount, percent, from }: Coupon): string {
  const off = amount === undefined ? `${percent}%` : formatRoundRupees(amount);
  return from ? `${off} off orders of ${formatRoundRupees(from)} or more` : `${off} off this order`;
}
