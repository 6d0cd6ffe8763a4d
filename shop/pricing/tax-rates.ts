import type { Coupon } from "./coupon.ts";
import type { Rates } from "./gst.ts";
import type { ShippingFee } from "./shipping-fee.ts";

/** The rates for the shop's goods. An order keeps the rates of its day (D8). */
export interface TaxRates extends Rates {
  /** Null for no coupon, undefined for the default one. */
  coupon?: Coupon | null;
  isVaried?: true;
  shipping?: ShippingFee;
}

/** The rates until the owner sets others. */
export const TAX_RATES: TaxRates = { cgst: 9, sgst: 9 };
