import { createContext, use } from "react";
import { TAX_RATES, type TaxRates } from "../tax-rates.ts";

export const TaxRatesContext = createContext<TaxRates>(TAX_RATES);

/** The tax rates in percent, as the owner has set them (D8); the same on every part of the page. */
export const useTaxRates = (): TaxRates => use(TaxRatesContext);
