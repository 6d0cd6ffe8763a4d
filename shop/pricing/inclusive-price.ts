import { type Paise, calculatePercent, formatRupees } from "#contract/money.ts";
import type { Rates, RatedGoods } from "./tax-rates.ts";

/** True if the goods have a different GST rate than the shop's default. */
export const hasOwnRate = ({ gstRate }: RatedGoods): boolean => typeof gstRate === "number";

/** Returns the total rate in percent, rounded to two decimals, because a floating-point sum can have more. */
export const addRates = ({ cgst, sgst }: Rates): number => Math.round((cgst + sgst) * 100) / 100;

/** Returns the price of one piece with GST, shown as 'Tax Included' (D4). */
export function calculateInclusivePrice(unitPrice: Paise, rates: Rates, goods: RatedGoods): Paise {
  const { cgst, sgst } = calculateTaxes(unitPrice, getRates(goods, rates));
  return unitPrice + cgst + sgst;
}

/** Returns the price before tax. Because of rounding, adding the tax again may give a slightly different price. */
export function removeTax(inclusive: Paise, rates: Rates, goods: RatedGoods): Paise {
  const factor = calculateInclusivePrice(1_000_000, rates, goods) / 1_000_000;
  const rounded = Math.round(inclusive / factor);
  const distance = (price: Paise) => Math.abs(calculateInclusivePrice(price, rates, goods) - inclusive);
  return [rounded - 1, rounded + 1].reduce(
    (best, candidate) => (distance(candidate) < distance(best) ? candidate : best),
    rounded,
  );
}

/** Formats a price with GST, as '₹588.82 including GST' (D4). */
export const formatInclusivePrice = (unitPrice: Paise, rates: Rates, goods: RatedGoods): string =>
  `${formatRupees(calculateInclusivePrice(unitPrice, rates, goods))} including GST`;

/** Returns the rates of CGST and SGST: half of the goods' own rate each, or else the shop's rates. */
export const getRates = ({ gstRate }: RatedGoods, shop: Rates): Rates =>
  gstRate ? { cgst: gstRate / 2, sgst: gstRate / 2 } : shop;

/** Calculates both taxes of an amount. Each is rounded half up on its own (D6). */
export const calculateTaxes = (paise: Paise, { cgst, sgst }: Rates) => ({
  cgst: calculatePercent(paise, cgst),
  sgst: calculatePercent(paise, sgst),
});
