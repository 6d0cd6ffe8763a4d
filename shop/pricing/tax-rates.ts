import type { Coupon } from "./coupon.ts";
import type { Rates } from "./gst.ts";
import type { ShippingFee } from "./shipping-fee.ts";

/** The rates for the shop's goods. An order keeps the rates from the day on which it was placed (D8). */
export interface TaxRates extends Rates {
  /** The shop's coupon. Null for none, undefined for the default coupon. */
  coupon?: Coupon | null;
  /** True if some goods have a different rate. */
  isVaried?: true;
  /** The shipping fee; undefined if shipping is free. */
  shipping?: ShippingFee;
}

/** The default rates, used until the owner sets others. */
export const TAX_RATES: TaxRates = { cgst: 9, sgst: 9 };
