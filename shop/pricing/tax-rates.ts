import { isSameText } from "#contract/text.ts";

/** In percent, at most two decimals. An order keeps the rates it was placed with (D8). */
export interface TaxRates {
  cgst: number;
  sgst: number;
}

/** Until the owner writes others into the seller's file. */
export const TAX_RATES: TaxRates = { cgst: 9, sgst: 9 };

/**
 * Goods that go to another state than the seller's are under IGST, the sum of both rates (D8). Unknown, so false, while
 * the owner has not filled in the state of the GST registration.
 */
export const isAcrossStates = (placeOfSupply: string, sellerState: string | undefined): boolean =>
  Boolean(sellerState && placeOfSupply) && !isSameText(sellerState ?? "", placeOfSupply);

/** 'CGST 9%' and 'SGST 9%', with whatever the rates are (§2.7). */
export const getTaxLabels = (rates: TaxRates) => ({
  cgst: `CGST ${rates.cgst}%`,
  sgst: `SGST ${rates.sgst}%`,
});
