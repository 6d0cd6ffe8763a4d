import type { Coupon } from "./coupon.ts";

/** Rates in percent, with at most two decimals. */
export interface Rates {
  cgst: number;
  sgst: number;
}

/** The rates of the shop's goods. An order keeps the rates with which it was placed (D8). */
export interface TaxRates extends Rates {
  /** The shop's coupon, or null for none; undefined means the default coupon. */
  coupon?: Coupon | null;
  /** True if some goods have a different rate. */
  isVaried?: true;
  /** The shipping fee; undefined if shipping is free. */
  shipping?: ShippingFee;
}

/** The shipping fee of an order in rupees before GST, as sent to the browser. */
export interface ShippingFee {
  fee: number;
  /** The subtotal from which shipping is free; undefined means never. */
  freeFrom?: number;
}

/** The default rates, until the owner sets others. */
export const TAX_RATES: TaxRates = { cgst: 9, sgst: 9 };

/** The GST data of goods: `gstRate` is the sum of CGST and SGST; undefined means the shop's rate. */
export interface Taxed {
  gstRate?: number | null | undefined;
}
