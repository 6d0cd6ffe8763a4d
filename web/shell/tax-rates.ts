import { call } from "#client/api.ts";
import { createStore } from "#client/store.ts";
import { readHomeContent } from "#shop/catalogue/endpoints.ts";
import { TAX_RATES, type TaxRates } from "#shop/pricing/totals.ts";
import { taxRatesOf, useShell } from "./shell-data.ts";

/** What the shop has said since the page was made; null as long as no one has asked. */
const latest = createStore<TaxRates | null>(null);

/** In percent, as the owner has set them (D8); the same on every part of the page. */
export function useTaxRates(): TaxRates {
  const shell = useShell();
  return latest.useValue() ?? taxRatesOf(shell);
}

/** Asks for the rates of now: those that came with the page may have changed while it was open. */
export async function refreshTaxRates(): Promise<void> {
  try {
    const { seller } = await call(readHomeContent, {});
    latest.set(seller?.taxRates ?? TAX_RATES);
  } catch {
    // The shop says it again at the next try.
  }
}
