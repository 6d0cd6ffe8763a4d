import { parseGrouped } from "./number.ts";

/** An amount in paise (₹1 = 100 paise), always a whole number (D6). */
export type Paise = number;

export const ENTER_AMOUNT = "Enter an amount of 0 or more, for example 1299.00.";

/** Formats an amount for screens: `₹1499.00`, without grouping, and with a minus sign that screen readers read (D7). */
export const formatRupees = (paise: Paise): string => `${paise < 0 ? "−" : ""}₹${toDecimal(Math.abs(paise))}`;

/** Formats an amount for documents, e-mails and the owner, with Indian grouping: `₹1,49,900.00` (D7). */
export const formatRupeesGrouped = (paise: Paise): string =>
  formatRupees(paise).replaceAll(/(\d)(?=(\d\d)+\d\.)/g, "$1,");

/** Formats rupees for sentences and filters, without `.00`: `₹1,500`, `₹80.50`. Not for prices. */
export const formatRoundRupees = (rupees: number): string =>
  formatRupeesGrouped(Math.round(rupees * 100)).replace(/\.00$/, "");

/** Formats a whole number with Indian grouping: `1,49,900`. */
export const formatGrouped = (count: number): string => formatRoundRupees(count).replace("₹", "");

/** Converts paise to rupees for JSON: 149900 → 1499, 58882 → 588.82. */
export const toRupees = (paise: Paise): number => paise / 100;

/**
 * Converts rupees to paise. Accepts numbers, and texts such as `1299`, `1,299.00` and `₹1,29,900` (D94). Returns null
 * for other texts, and for amounts that are negative, not finite, too large, or have a fraction of a paisa.
 */
export function fromRupees(amount: number | string): Paise | null {
  const rupees = typeof amount === "string" ? (parseRupees(amount) ?? Number.NaN) : amount;
  const paise = Math.round(rupees * 100);
  const isExact = Math.abs(rupees * 100 - paise) < 1e-6;
  return Number.isSafeInteger(paise) && paise >= 0 && isExact ? paise : null;
}

const parseRupees = (text: string): number | null =>
  parseGrouped(text.trim().replace(/^(₹|rs\.?|inr)\s*/i, ""));

/** Returns `ratePercent` percent of an amount, rounded half up to the paisa (D6). */
export const calculatePercent = (paise: Paise, ratePercent: number): Paise =>
  Math.floor((paise * Math.round(ratePercent * 100) + 5_000) / 10_000);

const toDecimal = (paise: Paise): string =>
  `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
