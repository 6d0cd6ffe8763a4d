import { createContext, use } from "react";
import { TAX_RATES, type TaxRates } from "../tax-rates.ts";

export const TaxRatesContext = createContext<TaxRates>(TAX_RATES);

/** Returns the owner's tax rates in percent (D8), as loaded with the page. */
export const useTaxRates = (): TaxRates => use(TaxRatesContext);
