import { createContext, use } from "react";
import { TAX_RATES, type TaxRates } from "../tax-rates.ts";

export const TaxRatesContext = createContext<TaxRates>(TAX_RATES);

/** In percent (D8), as they were when the page was loaded. */
export const useTaxRates = (): TaxRates => use(TaxRatesContext);
