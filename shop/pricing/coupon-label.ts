import { formatRoundRupees } from "#contract/money.ts";
import type { Coupon } from "./coupon.ts";

/** The message when the coupon's label is pressed (§8, D10). */
export const COUPON_APPLIED = "Coupon auto-applied at checkout";

/** Describes a coupon: `₹99 off this order`, `10% off from ₹2,000`. */
export function describeCoupon({ amount, percent, from }: Coupon): string {
  const off = amount === undefined ? `${percent}%` : formatRoundRupees(amount);
  return from ? `${off} off from ${formatRoundRupees(from)}` : `${off} off this order`;
}
