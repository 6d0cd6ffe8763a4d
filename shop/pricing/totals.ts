import { type Paise, calculatePercent, formatRupees, toRupees } from "#contract/money.ts";
import { calculateCoupon, getCoupon } from "./coupon.ts";
import { type Rates, TAX_RATES, type Taxed, type TaxRates } from "./tax-rates.ts";

/** The sum to pay, on the cart and at checkout (§2.7). */
export const AMOUNT_PAYABLE = "Amount Payable";

export interface PricedLine extends Taxed {
  unitPrice: Paise;
  quantity: number;
}

/** All in paise: `total` = subtotal + cgst + sgst, `payable` = total − coupon, never below 0 (D1, D5, D6). */
export interface Totals {
  subtotal: Paise;
  cgst: Paise;
  sgst: Paise;
  total: Paise;
  coupon: Paise;
  payable: Paise;
}

/** The one sum behind cart, checkout, order and invoice (§9). Shipping is free everywhere (D9). */
export function calculateTotals(lines: readonly PricedLine[], rates: TaxRates = TAX_RATES): Totals {
  const subtotal = sumWorth(lines);
  let [cgst, sgst] = [0, 0];
  for (const taxes of listTaxes(lines, rates)) {
    cgst += taxes.cgst;
    sgst += taxes.sgst;
  }
  const total = subtotal + cgst + sgst;
  const coupon = calculateCoupon(getCoupon(rates), { subtotal, total });
  return { subtotal, cgst, sgst, total, coupon, payable: total - coupon };
}

/** The taxes of all goods of one rate. */
export interface RatedTaxes {
  rates: Rates;
  cgst: Paise;
  sgst: Paise;
}

/** The taxes of a bag, one entry for each rate in it, the lowest first; an empty bag has none at the shop's rate. */
export function listTaxes(lines: readonly PricedLine[], shop: Rates): RatedTaxes[] {
  const own = new Set(lines.length > 0 ? lines.map(({ gstRate }) => gstRate) : [undefined]);
  return [...own]
    .map((gstRate) => {
      const rates = getRates({ gstRate }, shop);
      const worth = sumWorth(lines.filter((line) => line.gstRate === gstRate));
      return { rates, ...calculateTaxes(worth, rates) };
    })
    .toSorted((one, other) => one.rates.cgst - other.rates.cgst);
}

const sumWorth = (lines: readonly PricedLine[]): Paise =>
  lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);

/** The rows of taxes on a screen, two for each rate: 'CGST 9%' and 'SGST 9%', each with its amount (§2.7). */
export const listTaxRows = (taxes: readonly RatedTaxes[]): [name: string, amount: Paise][] =>
  taxes.flatMap(({ rates, cgst, sgst }): [string, Paise][] => [
    [`CGST ${rates.cgst}%`, cgst],
    [`SGST ${rates.sgst}%`, sgst],
  ]);

/** The totals in rupees, under the names an order has on the wire (§3, D1). */
export const toWireTotals = ({ subtotal, cgst, sgst, total, coupon, payable }: Totals) => ({
  subtotal: toRupees(subtotal),
  cgst: toRupees(cgst),
  sgst: toRupees(sgst),
  totalAmount: toRupees(total),
  discount: toRupees(coupon),
  grandTotal: toRupees(payable),
});

/** Whether goods have another rate than the shop's. */
export const hasOwnRate = ({ gstRate }: Taxed): boolean => typeof gstRate === "number";

/** Both together, with two decimals: a sum of doubles may have more. */
export const addRates = ({ cgst, sgst }: Rates): number => Math.round((cgst + sgst) * 100) / 100;

/** One piece with its taxes: the figure that makes 'Tax Included' true (D4). */
export function calculateInclusivePrice(unitPrice: Paise, rates: Rates, goods: Taxed): Paise {
  const { cgst, sgst } = calculateTaxes(unitPrice, getRates(goods, rates));
  return unitPrice + cgst + sgst;
}

/** The price before tax that comes nearest to this one with it. */
export function takeOffTax(inclusive: Paise, rates: Rates, goods: Taxed): Paise {
  const whole = calculateInclusivePrice(1_000_000, rates, goods) / 1_000_000;
  const near = Math.round(inclusive / whole);
  const distance = (price: Paise) => Math.abs(calculateInclusivePrice(price, rates, goods) - inclusive);
  return [near - 1, near + 1].reduce((best, one) => (distance(one) < distance(best) ? one : best), near);
}

/** '₹588.82 including GST' (D4). */
export const formatInclusivePrice = (unitPrice: Paise, rates: Rates, goods: Taxed): string =>
  `${formatRupees(calculateInclusivePrice(unitPrice, rates, goods))} including GST`;

/** The rates of goods: the halves of their own, or else the shop's. */
export const getRates = ({ gstRate }: Taxed, shop: Rates): Rates =>
  gstRate ? { cgst: gstRate / 2, sgst: gstRate / 2 } : shop;

/** The taxes of one value, each rounded half up on its own (D6). */
const calculateTaxes = (worth: Paise, { cgst, sgst }: Rates) => ({
  cgst: calculatePercent(worth, cgst),
  sgst: calculatePercent(worth, sgst),
});
