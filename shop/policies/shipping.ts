import { type Paise, formatRupeesGrouped } from "#contract/money.ts";
import { formatBusinessDays, type Rules, STANDARD_RULES } from "./rules.ts";
import { formatWorkdays } from "./workdays.ts";

/** Policy text only (D9): the checkout asks nothing for shipping. */
export const FREE_SHIPPING_ABOVE: Paise = 200_000;

/** What shipping costs, in a sentence of the shipping policy (D104). */
export const writeShippingCharges = (): string =>
  `Shipping is free on domestic orders above ${formatRupeesGrouped(FREE_SHIPPING_ABOVE).replace(/\.00$/, "")}. Standard charges apply below that; for international orders the charges are computed at checkout.`;

/** How long an order waits in the workshop, as mails say it. */
export const writeProcessing = (rules: Rules): string =>
  `Every order is checked by hand and packed within ${formatBusinessDays(rules.dispatchWithinDays)}.`;

/** `a weekend`, where the workshop is open from Monday to Friday. */
export const describeRestDays = (rules: Rules): string =>
  formatWorkdays(rules) === formatWorkdays(STANDARD_RULES) ? "a weekend" : "another day";
