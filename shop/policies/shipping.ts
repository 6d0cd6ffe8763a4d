import { type Paise, formatRupeesGrouped, fromRupees, toRupees } from "#contract/money.ts";
import { formatBusinessDays, type Rules, STANDARD_RULES } from "./rules.ts";
import { formatWorkdays } from "./workdays.ts";

/** The amount in the policy text of a shop with free shipping (D9). */
const FREE_SHIPPING_ABOVE: Paise = 200_000;

/**
 * Returns the sentence of the shipping policy about charges (D104): with the shop's fee, otherwise the specification's.
 */
export function writeShippingCharges(rules: Rules): string {
  const from = formatFreeFrom(rules);
  if (rules.shippingFee === 0) return "Shipping within India is free on every order.";
  if (rules.shippingFee !== undefined)
    return `Shipping within India costs ${formatWhole(rules.shippingFee)} an order, to which GST is added as to the pieces.${from && ` It is free once the pieces come to ${from} before GST.`}`;
  return `Shipping is free on domestic orders above ${from}. Standard charges apply below that; for international orders the charges are computed at checkout.`;
}

/** Returns the sentence of the refund policy about the fee (decision 061); empty if shipping is always free. */
export function writeShippingRefunds({ shippingFee }: Rules): string {
  if (shippingFee === 0) return "";
  return shippingFee === undefined
    ? "Shipping charges are not refunded."
    : "Shipping charges are refunded when all of an order is cancelled or lost on the way, and otherwise not.";
}

/** The fee and what frees from it, in rupees. */
interface Fee {
  shippingFee?: number | undefined;
  freeShippingFrom?: number | undefined;
}

/** The one sentence about shipping costs outside the policy: product page, bag and offers (D104). */
export function writeShippingOffer(rules: Fee): string {
  if (!rules.shippingFee) return "Shipping is free on every order.";
  const from = formatFreeFrom(rules);
  return `Shipping costs ${formatWhole(rules.shippingFee)} + GST ${from ? `and is free from ${from} before GST.` : "an order."}`;
}

/** `₹2,000`: the amount from which shipping is free; empty if there is none. */
export function formatFreeFrom({ shippingFee, freeShippingFrom }: Fee): string {
  if (shippingFee === undefined) return formatWhole(toRupees(FREE_SHIPPING_ABOVE));
  return freeShippingFrom === undefined ? "" : formatWhole(freeShippingFrom);
}

/** Formats rupees as `₹80` or `₹80.50`. */
export const formatWhole = (inRupees: number): string =>
  formatRupeesGrouped(fromRupees(inRupees) ?? 0).replace(/\.00$/, "");

/** Returns the processing time of an order as mails show it. */
export const writeProcessing = (rules: Rules): string =>
  `Every order is checked by hand and packed within ${formatBusinessDays(rules.dispatchWithinDays)}.`;

/** `a weekend` if the workshop is open from Monday to Friday. */
export const describeRestDays = (rules: Rules): string =>
  formatWorkdays(rules) === formatWorkdays(STANDARD_RULES) ? "a weekend" : "another day";
