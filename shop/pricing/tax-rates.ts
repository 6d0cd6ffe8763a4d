import type { Coupon } from "./coupon.ts";

/** In percent, at most two decimals. An order keeps the rates it was placed with (D8). */
export interface TaxRates {
  cgst: number;
  sgst: number;
  /** The shop's own coupon, or none; absent where it is the usual one. The two together make a sum of a bag. */
  coupon?: Coupon | null;
}

/** Until the owner writes others into the seller's file. */
export const TAX_RATES: TaxRates = { cgst: 9, sgst: 9 };

/** 'CGST 9%' and 'SGST 9%', with whatever the rates are (§2.7). */
export const getTaxLabels = (rates: TaxRates) => ({
  cgst: `CGST ${rates.cgst}%`,
  sgst: `SGST ${rates.sgst}%`,
});
