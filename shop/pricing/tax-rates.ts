import type { Coupon } from "./coupon.ts";

/** The rates in percent, with at most two decimals. */
export interface Rates {
  cgst: number;
  sgst: number;
}

/** The rates for the shop's goods. An order keeps the rates from the day on which it was placed (D8). */
export interface TaxRates extends Rates {
  /** The shop's coupon. Null for none, undefined for the default coupon. */
  coupon?: Coupon | null;
  /** True if some goods have a different rate. */
  isVaried?: true;
  /** The shipping fee; undefined if shipping is free. */
  shipping?: ShippingFee;
}

/** The shipping fee of an order in rupees before GST, as the browser receives it. */
export interface ShippingFee {
  fee: number;
  /** The subtotal in rupees from which shipping is free; undefined if it never is. */
  freeFrom?: number;
}

/** The default rates, used until the owner sets others. */
export const TAX_RATES: TaxRates = { cgst: 9, sgst: 9 };

/** Goods with their GST rate in percent (CGST plus SGST). If it is undefined, the shop's rates apply. */
export interface RatedGoods {
  gstRate?: number | null | undefined;
}
