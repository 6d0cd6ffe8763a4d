import { getPrice } from "#shop/catalogue/price.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { calculateTotals, type Totals } from "#shop/pricing/totals.ts";
import type { CartItem } from "../cart.ts";

/** Calculates what these lines come to: one sum for the drawer, the cart and the bar of the phone. */
export const totalUpCart = (lines: readonly CartItem[], rates: TaxRates): Totals =>
  calculateTotals(
    lines.map((line) => ({ unitPrice: getPrice(line), quantity: line.quantity })),
    rates,
  );
