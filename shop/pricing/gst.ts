import { type Paise, calculatePercent, formatRupees } from "#contract/money.ts";

export interface Rates {
  cgst: number;
  sgst: number;
}

/** Goods with their GST rate in percent (CGST plus SGST). If it is missing or null, the shop's rates apply. */
export interface RatedGoods {
  gstRate?: number | null | undefined;
}

export interface PricedLine extends RatedGoods {
  unitPrice: Paise;
  quantity: number;
}

export const hasOwnRate = ({ gstRate }: RatedGoods): boolean => typeof gstRate === "number";

/** Returns the total rate in percent, rounded, because a floating-point sum can have more than two decimals. */
export const addRates = ({ cgst, sgst }: Rates): number => Math.round((cgst + sgst) * 100) / 100;

/** Returns the price of one piece with GST, shown as 'Tax Included' (D4). */
export function calculateInclusivePrice(unitPrice: Paise, rates: Rates, goods: RatedGoods): Paise {
  const { cgst, sgst } = calculateTaxes(unitPrice, getRates(goods, rates));
  return unitPrice + cgst + sgst;
}

/** Returns a price before GST. Adding the GST again may give a slightly different amount, because of rounding. */
export function removeTax(inclusive: Paise, rates: Rates, goods: RatedGoods): Paise {
  const factor = calculateInclusivePrice(1_000_000, rates, goods) / 1_000_000;
  const rounded = Math.round(inclusive / factor);
  const distance = (price: Paise) => Math.abs(calculateInclusivePrice(price, rates, goods) - inclusive);
  return [rounded - 1, rounded + 1].reduce(
    (best, candidate) => (distance(candidate) < distance(best) ? candidate : best),
    rounded,
  );
}

/** Returns '₹588.82 including GST' (D4). */
export const formatInclusivePrice = (unitPrice: Paise, rates: Rates, goods: RatedGoods): string =>
  `${formatRupees(calculateInclusivePrice(unitPrice, rates, goods))} including GST`;

/** Returns the rates of goods: half of the goods' GST rate each for CGST and SGST, or the shop's rates. */
export const getRates = ({ gstRate }: RatedGoods, shop: Rates): Rates =>
  gstRate ? { cgst: gstRate / 2, sgst: gstRate / 2 } : shop;

/** Returns CGST and SGST in paise, each rounded half up (D6). */
const calculateTaxes = (paise: Paise, { cgst, sgst }: Rates) => ({
  cgst: calculatePercent(paise, cgst),
  sgst: calculatePercent(paise, sgst),
});

/** Returns the value of the lines with GST, in paise. */
export const sumInclusive = (lines: readonly PricedLine[], shop: Rates): Paise =>
  listTaxes(lines, shop).reduce((sum, { cgst, sgst }) => sum + cgst + sgst, sumWorth(lines));

export interface RatedTaxes {
  rates: Rates;
  cgst: Paise;
  sgst: Paise;
}

/** Returns the taxes for each GST rate, lowest rate first. An empty cart has zero tax at the shop's rate. */
export function listTaxes(lines: readonly PricedLine[], shop: Rates): RatedTaxes[] {
  const gstRates = new Set(lines.length > 0 ? lines.map(({ gstRate }) => gstRate) : [undefined]);
  return [...gstRates]
    .map((gstRate) => {
      const rates = getRates({ gstRate }, shop);
      const rateWorth = sumWorth(lines.filter((line) => line.gstRate === gstRate));
      return { rates, ...calculateTaxes(rateWorth, rates) };
    })
    .toSorted((first, other) => first.rates.cgst - other.rates.cgst);
}

/** Returns the value of the lines before GST, in paise. */
export const sumWorth = (lines: readonly PricedLine[]): Paise =>
  lines.reduce((sum, line) => sum + getWorth(line), 0);

export const getWorth = ({ unitPrice, quantity }: PricedLine): Paise => unitPrice * quantity;

/** Returns the tax rows to show (§2.7): 'CGST 9%' and 'SGST 9%' for each rate, with their amounts. */
export const listTaxRows = (taxes: readonly RatedTaxes[]): [name: string, amount: Paise][] =>
  taxes.flatMap(({ rates, cgst, sgst }): [string, Paise][] => [
    [`CGST ${rates.cgst}%`, cgst],
    [`SGST ${rates.sgst}%`, sgst],
  ]);
