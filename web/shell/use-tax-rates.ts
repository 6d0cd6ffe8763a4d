import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { getTaxRates, useShell } from "./shell-data.ts";

/** The tax rates in percent, as the owner has set them (D8); the same on every part of the page. */
export const useTaxRates = (): TaxRates => getTaxRates(useShell());
