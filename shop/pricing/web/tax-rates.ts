import { createContext, use } from "react";
import { TAX_RATES, type TaxRates } from "../tax-rates.ts";

export const TaxRatesContext = createContext<TaxRates>(TAX_RATES);

/** Returns percent (D8), as when the page was loaded. */
export const useTaxRates = (): TaxRates => use(TaxRatesContext);
