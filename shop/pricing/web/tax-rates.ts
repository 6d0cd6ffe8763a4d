import { createContext, use } from "react";
import { TAX_RATES, type TaxRates } from "../tax-rates.ts";

export const TaxRatesContext = createContext<TaxRates>(TAX_RATES);

/** Returns the tax rates, the coupon and the shipping fee that this page last loaded (D8). */
export const useTaxRates = (): TaxRates => use(TaxRatesContext);
