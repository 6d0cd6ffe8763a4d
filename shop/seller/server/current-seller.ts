import type { Context } from "#platform/context.ts";
import { defineService } from "#platform/service.ts";
import { TAX_RATES, type TaxRates } from "#shop/pricing/tax-rates.ts";
import type { Seller } from "../seller.ts";

const sellerService = defineService("seller", () => ({ seller: undefined as Seller | null | undefined }));

/** Who sells, as every page and mail names them; null when the owner's file is missing. @throws before `setSeller` */
export function findSeller(context: Context): Seller | null {
  const { seller } = context.service(sellerService);
  if (seller === undefined) throw new Error("The seller is not known yet: open the catalogue first.");
  return seller;
}

/** What new orders are taxed with, in percent (D8). */
export const getTaxRates = (context: Context): TaxRates => findSeller(context)?.taxRates ?? TAX_RATES;

/** From now on this one sells: called with what the owner's files say. */
export const setSeller = (context: Context, seller: Seller | null): void => {
  context.service(sellerService).seller = seller;
};
