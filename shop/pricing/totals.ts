import { type Paise, toRupees } from "#contract/money.ts";
import { calculateCoupon, getCoupon } from "./coupon.ts";
import { listTaxes, type PricedLine, sumInclusive, sumWorth } from "./gst.ts";
import { addShipping, calculateShipping } from "./shipping-fee.ts";
import { TAX_RATES, type TaxRates } from "./tax-rates.ts";

/** The label of the amount to pay, in the cart and the checkout (§2.7). */
export const AMOUNT_PAYABLE = "Amount Payable";

/** In paise. `total` is the sum of the fields above it. `payable` is `total` − `coupon`, at least 0 (D1, D5, D6). */
export interface Totals {
  subtotal: Paise;
  /** The shipping fee before tax. `subtotal` is before tax too. */
  shipping: Paise;
  cgst: Paise;
  sgst: Paise;
  total: Paise;
  coupon: Paise;
  payable: Paise;
}

/**
 * Calculates the totals of a cart or an order. Shipping is free (D9) unless the owner has set a fee (§9). The coupon
 * reduces the goods' price, not the fee.
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

/** Returns rupees, with the field names of an order in responses (§3, D1). */
export const toResponseTotals = ({ subtotal, shipping, cgst, sgst, total, coupon, payable }: Totals) => ({
  subtotal: toRupees(subtotal),
  ...(shipping > 0 && { shipping: toRupees(shipping) }),
  cgst: toRupees(cgst),
  sgst: toRupees(sgst),
  totalAmount: toRupees(total),
  discount: toRupees(coupon),
  grandTotal: toRupees(payable),
});
