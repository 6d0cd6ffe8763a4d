import { type Paise, calculatePercent, fromRupees } from "#contract/money.ts";

/** A discount that every order has without anything being typed; in rupees, as it travels. */
export interface Coupon {
  name: string;
  /** What it takes off, in rupees, or else in percent of the sum with GST. */
  amount?: number;
  percent?: number;
  /** The subtotal from which it is given; without it, from any. */
  from?: number;
}

/** Until the owner writes another one, or none, into the seller's file (§9, D5, D10). */
const standardCoupon: Coupon = { name: "#SALE30", amount: 99 };

/** The coupon of a shop; null where its owner gives none. */
export const getCoupon = ({ coupon }: { coupon?: Coupon | null | undefined }): Coupon | null =>
  coupon === undefined ? standardCoupon : coupon;

/** What the coupon takes off, in paise: never more than there is (D5). */
export function calculateCoupon(
  coupon: Coupon | null,
  { subtotal, total }: { subtotal: Paise; total: Paise },
): Paise {
  if (coupon === null || subtotal < (fromRupees(coupon.from ?? 0) ?? 0)) return 0;
  const { amount, percent = 0 } = coupon;
  return Math.min(amount === undefined ? calculatePercent(total, percent) : (fromRupees(amount) ?? 0), total);
}

/** `₹99 off`, `10% off` */
const describeOff = ({ amount, percent }: Coupon): string =>
  `${amount === undefined ? `${percent}%` : `₹${amount}`} off`;

/** The words beside the label: `₹99 off this order`. */
export const describeCoupon = (coupon: Coupon): string =>
  coupon.from ? `${describeOff(coupon)} from ₹${coupon.from}` : `${describeOff(coupon)} this order`;

/** The words beside a sum to pay: `GST and ₹99 off included`. */
export function describeIncluded(coupon: Coupon | null, taken: Paise): string {
  return coupon === null || taken === 0 ? "GST included" : `GST and ${describeOff(coupon)} included`;
}

export const COUPON_APPLIED = "Coupon auto-applied at checkout";
