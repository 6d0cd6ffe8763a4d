import type { Paise } from "#contract/money.ts";
import { getPrice } from "#shop/catalogue/price.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { calculateTotals, type Totals } from "#shop/pricing/totals.ts";
import { addShipping } from "#shop/pricing/shipping-fee.ts";
import { listTaxes, listTaxRows, type PricedLine } from "#shop/pricing/gst.ts";
import type { CartItem } from "../cart.ts";

export const totalUpCart = (lines: readonly CartItem[], rates: TaxRates): Totals =>
  calculateTotals(lines.map(toPricedLine), rates);

export const listCartTaxes = (lines: readonly CartItem[], rates: TaxRates, shipping: Paise) =>
  listTaxRows(listTaxes(addShipping(lines.map(toPricedLine), shipping), rates));

const toPricedLine = (line: CartItem): PricedLine => ({ ...line, unitPrice: getPrice(line) });
