import { type Paise, toRupees } from "#contract/money.ts";

/** The fixed coupon, given whenever there is something to pay for (§9, D5). */
export const COUPON: Paise = 9_900;

export const couponMessages = {
  label: "#SALE30",
  effect: `₹${toRupees(COUPON)} off this order`,
  included: `GST and ₹${toRupees(COUPON)} off included`,
  alert: "Coupon auto-applied at checkout",
} as const;
