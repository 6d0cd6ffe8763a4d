import { type Paise, calculatePercent, formatRupees, toRupees } from "#contract/money.ts";
import { isSameText } from "#contract/text.ts";

/** The fixed coupon, given whenever there is something to pay for (§9, D5). */
export const COUPON: Paise = 9_900;

export const couponMessages = {
  label: "#SALE30",
  effect: `₹${toRupees(COUPON)} off this order`,
  alert: "Coupon auto-applied at checkout",
} as const;

/** What the customer pays in the end, on the cart and at checkout (§2.7). */
export const AMOUNT_PAYABLE = "Amount Payable";

/** In percent, at most two decimals. An order keeps the rates it was placed with (D8). */
export interface TaxRates {
  cgst: number;
  sgst: number;
}

/** Until the owner writes others into the seller's file. */
export const TAX_RATES: TaxRates = { cgst: 9, sgst: 9 };

/**
 * Goods that go to another state than the seller's are under IGST, the sum of both rates (D8). Unknown, so false, while
 * the owner has not filled in the state of the GST registration.
 */
export const isAcrossStates = (placeOfSupply: string, sellerState: string | undefined): boolean =>
  Boolean(sellerState && placeOfSupply) && !isSameText(sellerState ?? "", placeOfSupply);

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
  const coupon = Math.min(COUPON, total);
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

/** '₹588.82 including GST' (D4). */
export const formatInclusivePrice = (unitPrice: Paise, rates: TaxRates): string =>
  `${formatRupees(calculateInclusivePrice(unitPrice, rates))} including GST`;

/** 'CGST 9%' and 'SGST 9%', with whatever the rates are (§2.7). */
export const getTaxLabels = (rates: TaxRates) => ({
  cgst: `CGST ${rates.cgst}%`,
  sgst: `SGST ${rates.sgst}%`,
});
