import { type Paise, fromRupees, toRupees } from "#contract/money.ts";
import { calculateCoupon, getCoupon } from "./coupon.ts";
import { calculateInclusivePrice, calculateTaxes, getRates } from "./inclusive-price.ts";
import { type Rates, type ShippingFee, TAX_RATES, type RatedGoods, type TaxRates } from "./tax-rates.ts";

/** The label of the amount to pay, in the cart and the checkout (§2.7). */
export const AMOUNT_PAYABLE = "Amount Payable";

export interface PricedLine extends RatedGoods {
  unitPrice: Paise;
  quantity: number;
}

/**
 * The totals in paise: `total` = `subtotal` + `shipping` + `cgst` + `sgst`; `payable` = `total` − `coupon`, never
 * negative (D1, D5, D6).
 */
export interface Totals {
  subtotal: Paise;
  /** The shipping fee before tax; prices are also before tax. */
  shipping: Paise;
  cgst: Paise;
  sgst: Paise;
  total: Paise;
  coupon: Paise;
  payable: Paise;
}

/**
 * Calculates the totals for cart, checkout, order and invoice (§9). Shipping is free (D9) unless the owner has set a
 * fee. The coupon reduces the price of the goods, not the fee.
 */
export function calculateTotals(lines: readonly PricedLine[], rates: TaxRates = TAX_RATES): Totals {
  const subtotal = sumWorth(lines);
  const shipping = lines.length > 0 ? calculateShipping(rates.shipping, subtotal) : 0;
  const taxes = listTaxes(addShipping(lines, shipping), rates);
  const sum = (name: "cgst" | "sgst") => taxes.reduce((tax, each) => tax + each[name], 0);
  const [cgst, sgst] = [sum("cgst"), sum("sgst")];
  const total = subtotal + shipping + cgst + sgst;
  const coupon = calculateCoupon(getCoupon(rates), { subtotal, total: sumInclusive(lines, rates) });
  return { subtotal, shipping, cgst, sgst, total, coupon, payable: total - coupon };
}

const calculateShipping = (fee: ShippingFee | undefined, subtotal: Paise): Paise =>
  fee && subtotal < getFreeFrom(fee) ? (fromRupees(fee.fee) ?? 0) : 0;

/** Returns the subtotal in paise from which shipping is free; Infinity if it never is. */
export const getFreeFrom = ({ freeFrom = Infinity }: ShippingFee): Paise => fromRupees(freeFrom) ?? Infinity;

/**
 * Adds the shipping fee to the lines to calculate its tax. The fee is divided among the lines in proportion to their
 * value, because it is taxed at the rates of the goods (composite supply, section 8 of the CGST Act).
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

/** Returns the shipping fee of an order with its tax, in paise. */
export const calculateShippingWorth = (lines: readonly PricedLine[], shop: Rates, shipping: Paise): Paise =>
  sumInclusive(addShipping(lines, shipping), shop) - sumInclusive(lines, shop);

const sumInclusive = (lines: readonly PricedLine[], shop: Rates): Paise =>
  listTaxes(lines, shop).reduce((sum, { cgst, sgst }) => sum + cgst + sgst, sumWorth(lines));

export interface RatedTaxes {
  rates: Rates;
  cgst: Paise;
  sgst: Paise;
}

/** Returns the taxes for each rate, lowest first; for an empty cart, zero tax at the shop's rate. */
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

const sumWorth = (lines: readonly PricedLine[]): Paise =>
  lines.reduce((sum, line) => sum + getWorth(line), 0);

const getWorth = ({ unitPrice, quantity }: PricedLine): Paise => unitPrice * quantity;

/** Returns the tax rows to show (§2.7): 'CGST 9%' and 'SGST 9%' for each rate, with their amounts. */
export const listTaxRows = (taxes: readonly RatedTaxes[]): [name: string, amount: Paise][] =>
  taxes.flatMap(({ rates, cgst, sgst }): [string, Paise][] => [
    [`CGST ${rates.cgst}%`, cgst],
    [`SGST ${rates.sgst}%`, sgst],
  ]);

/** Converts the totals to rupees, with the field names of an order in responses (§3, D1). */
export const toResponseTotals = ({ subtotal, shipping, cgst, sgst, total, coupon, payable }: Totals) => ({
  subtotal: toRupees(subtotal),
  ...(shipping > 0 && { shipping: toRupees(shipping) }),
  cgst: toRupees(cgst),
  sgst: toRupees(sgst),
  totalAmount: toRupees(total),
  discount: toRupees(coupon),
  grandTotal: toRupees(payable),
});

/** Returns the shipping fee of a single piece with its tax, in paise. */
export const calculateInclusiveShipping = (unitPrice: Paise, rates: TaxRates, goods: RatedGoods): Paise =>
  calculateInclusivePrice(calculateShipping(rates.shipping, unitPrice), rates, goods);
