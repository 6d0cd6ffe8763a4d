import { type Paise, calculatePercent, formatRupees, toRupees } from "#contract/money.ts";
import { calculateCoupon, getCoupon } from "./coupon.ts";
import { TAX_RATES, type TaxRates } from "./tax-rates.ts";

/** The sum to pay, on the cart and at checkout (§2.7). */
export const AMOUNT_PAYABLE = "Amount Payable";

export interface PricedLine {
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
  const subtotal = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  const cgst = calculatePercent(subtotal, rates.cgst);
  const sgst = calculatePercent(subtotal, rates.sgst);
  const total = subtotal + cgst + sgst;
  const coupon = calculateCoupon(getCoupon(rates), { subtotal, total });
  return { subtotal, cgst, sgst, total, coupon, payable: total - coupon };
}

/** The totals in rupees, under the names an order has on the wire (§3, D1). */
export const toWireTotals = ({ subtotal, cgst, sgst, total, coupon, payable }: Totals) => ({
  subtotal: toRupees(subtotal),
  cgst: toRupees(cgst),
  sgst: toRupees(sgst),
  totalAmount: toRupees(total),
  discount: toRupees(coupon),
  grandTotal: toRupees(payable),
});

/** One piece with its taxes: the figure that makes 'Tax Included' true (D4). */
export const calculateInclusivePrice = (unitPrice: Paise, rates: TaxRates): Paise =>
  calculateTotals([{ unitPrice, quantity: 1 }], rates).total;

/** The price before tax that comes nearest to this one with it. */
export function takeOffTax(inclusive: Paise, rates: TaxRates): Paise {
  const whole = calculateInclusivePrice(1_000_000, rates) / 1_000_000;
  const near = Math.round(inclusive / whole);
  const distance = (price: Paise) => Math.abs(calculateInclusivePrice(price, rates) - inclusive);
  return [near - 1, near + 1].reduce((best, one) => (distance(one) < distance(best) ? one : best), near);
}

/** '₹588.82 including GST' (D4). */
export const formatInclusivePrice = (unitPrice: Paise, rates: TaxRates): string =>
  `${formatRupees(calculateInclusivePrice(unitPrice, rates))} including GST`;
