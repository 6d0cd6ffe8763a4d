import { type Paise, formatRoundRupees, toRupees } from "#contract/money.ts";
import { formatBusinessDays, type Rules, STANDARD_RULES } from "./rules.ts";
import { formatWorkdays } from "./workdays.ts";

/** Shipping is free above this amount in paise, according to the specification's policy text (D9). */
const FREE_SHIPPING_ABOVE: Paise = 200_000;

/** Returns the sentences about shipping charges: the specification's text if the owner has set no fee (D104). */
export function writeShippingCharges(rules: Rules): string {
  const from = formatFreeFrom(rules);
  if (rules.shippingFee === 0) return "Shipping within India is free on every order.";
  if (rules.shippingFee !== undefined)
    return `Shipping within India costs ${formatRoundRupees(rules.shippingFee)} per order, plus GST at the same rates as the pieces.${from && ` It is free once the pieces come to ${from} before GST.`}`;
  return `Shipping is free on domestic orders above ${from}. Standard charges apply below that; for international orders the charges are computed at checkout.`;
}

/** Returns the sentence about refunds of shipping charges. Empty if shipping is always free (decision 061). */
export function writeShippingRefunds({ shippingFee }: Rules): string {
  if (shippingFee === 0) return "";
  return shippingFee === undefined
    ? "Shipping charges are not refunded."
    : "Shipping charges are only refunded when all of an order is cancelled or lost on the way.";
}

interface Fee {
  shippingFee?: number | undefined;
  freeShippingFrom?: number | undefined;
}

/** Returns the sentence for the product page, the cart and offers (D104). */
export function writeShippingOffer(rules: Fee): string {
  if (!rules.shippingFee) return "Shipping is free on every order.";
  const from = formatFreeFrom(rules);
  return `Shipping costs ${formatRoundRupees(rules.shippingFee)} + GST ${from ? `and is free from ${from} before GST.` : "an order."}`;
}

/** Returns `₹2,000`, the amount from which shipping is free. Empty if shipping is never free. */
export function formatFreeFrom({ shippingFee, freeShippingFrom }: Fee): string {
  if (shippingFee === undefined) return formatRoundRupees(toRupees(FREE_SHIPPING_ABOVE));
  return freeShippingFrom === undefined ? "" : formatRoundRupees(freeShippingFrom);
}

export const writeProcessing = (rules: Rules): string =>
  `Every order is checked by hand and packed within ${formatBusinessDays(rules.dispatchWithinDays)}.`;

/** Returns `a weekend` if the workshop works from Monday to Friday; otherwise `another day`. */
export const describeRestDays = (rules: Rules): string =>
  formatWorkdays(rules) === formatWorkdays(STANDARD_RULES) ? "a weekend" : "another day";
