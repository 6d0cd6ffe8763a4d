import { type Paise, fromRupees } from "#contract/money.ts";
import {
  calculateInclusivePrice,
  getWorth,
  type PricedLine,
  type RatedGoods,
  type Rates,
  sumInclusive,
  sumWorth,
} from "./gst.ts";
import type { TaxRates } from "./tax-rates.ts";

/** The shipping fee of an order in rupees before GST, as the browser receives it. */
export type ShippingFee = NonNullable<TaxRates["shipping"]>;

/** Returns the shipping fee before tax, in paise. */
export const calculateShipping = (fee: ShippingFee | undefined, subtotal: Paise): Paise =>
  fee && subtotal < getFreeFrom(fee) ? (fromRupees(fee.fee) ?? 0) : 0;

/** Returns the subtotal in paise from which shipping is free; Infinity if it never is. */
export const getFreeFrom = ({ freeFrom = Infinity }: ShippingFee): Paise => fromRupees(freeFrom) ?? Infinity;

/**
 * Returns the lines and, for each, one more line: its share of the shipping fee, taxed at its rate (composite
 * supply, section 8 of the CGST Act). `shipping` is in paise before tax.
 */
export function addShipping(lines: readonly PricedLine[], shipping: Paise): readonly PricedLine[] {
  const totalWorth = sumWorth(lines);
  let [processedWorth, value] = [0, 0];
  const shares = lines.map((line) => {
    processedWorth += getWorth(line);
    // Floating-point numbers are exact enough here, because the fee is small.
    const unitPrice = (totalWorth ? Math.round((shipping * processedWorth) / totalWorth) : shipping) - value;
    value += unitPrice;
    return { ...line, unitPrice, quantity: 1 };
  });
  return [...lines, ...shares];
}

/** Returns the shipping fee with tax, in paise. */
export const calculateShippingWorth = (lines: readonly PricedLine[], shop: Rates, shipping: Paise): Paise =>
  sumInclusive(addShipping(lines, shipping), shop) - sumInclusive(lines, shop);

/** Returns the shipping fee of a single piece with tax, in paise. */
export const calculateInclusiveShipping = (
  unitPrice: Paise,
  rates: Rates & { shipping?: ShippingFee },
  goods: RatedGoods,
): Paise => calculateInclusivePrice(calculateShipping(rates.shipping, unitPrice), rates, goods);
