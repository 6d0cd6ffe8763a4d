import { call } from "#client/api.ts";
import { readHomeContent } from "#shop/catalogue/endpoints.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { getTaxRates, useRenewShell, useShell } from "./shell-data.ts";

/** The tax rates in percent, as the owner has set them (D8); the same on every part of the page. */
export const useTaxRates = (): TaxRates => getTaxRates(useShell());

/** Asks for the current rates: those that came with the page may have changed while it was open. */
export function useRefreshTaxRates(): () => Promise<void> {
  const renew = useRenewShell();
  return async () => {
    try {
      const { seller, brand, navigation, rules } = await call(readHomeContent, {});
      if (seller)
        renew({
          seller,
          ...(brand && { brand }),
          ...(navigation && { navigation }),
          ...(rules && { rules }),
        });
    } catch {
      // The shop says it again at the next try.
    }
  };
}
