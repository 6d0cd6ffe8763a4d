import type { Coupon } from "./coupon.ts";

/** Rates in percent, with at most two decimals. */
export interface Rates {
  cgst: number;
  sgst: number;
}

/** The rates of the shop's goods; an order keeps those it was placed with (D8). */
export interface TaxRates extends Rates {
  /** The shop's coupon, or none; absent for the default. Both together determine the total of a bag. */
  coupon?: Coupon | null;
  /** True if some goods have a different rate. */
  isVaried?: true;
  /** The fee for shipping; absent where it is free. */
  shipping?: ShippingFee;
}

/** The shipping fee of an order in rupees before GST, as sent to the browser. */
export interface ShippingFee {
  fee: number;
  /** The subtotal from which shipping is free; absent means never. */
  freeFrom?: number;
}

/** Until the owner writes others into the seller's file. */
export const TAX_RATES: TaxRates = { cgst: 9, sgst: 9 };

/** The GST data of goods: `gstRate` is the total of CGST and SGST; absent means the shop's rate. */
export interface Taxed {
  gstRate?: number | null | undefined;
}
