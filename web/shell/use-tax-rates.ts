import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { getTaxRates, useShell } from "./shell-data.ts";

/** Returns the tax rates in percent that the owner has set (D8); the same everywhere on the page. */
export const useTaxRates = (): TaxRates => getTaxRates(useShell());
