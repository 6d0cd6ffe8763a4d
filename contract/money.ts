import { SHOP_LOCALE } from "./locale.ts";
import { parseNumber } from "./number.ts";

/** An amount of Indian money as a whole number of paise (₹1 = 100 paise). Never a fraction (D6). */
export type Paise = number;

/**
 * `₹1499.00`: ungrouped, always two decimals, as on every screen (D7). The minus is U+2212, which screen readers
 * pronounce.
 */
export const formatRupees = (paise: Paise): string => `${paise < 0 ? "−" : ""}₹${toDecimal(Math.abs(paise))}`;

/** `₹1,49,900.00`: Indian grouping, for documents (D7). */
export const formatRupeesGrouped = (paise: Paise): string =>
  `${paise < 0 ? "−" : ""}₹${new Intl.NumberFormat(SHOP_LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Math.abs(paise) / 100)}`;

/** `₹1,500`: a round amount for a filter, never a price. */
export const formatRoundRupees = (rupees: number): string =>
  `₹${new Intl.NumberFormat(SHOP_LOCALE).format(rupees)}`;

/** Converts paise to the rupees in JSON: 149900 → 1499, 58882 → 588.82. */
export const toRupees = (paise: Paise): number => paise / 100;

/**
 * Converts rupees to paise. The amount is a number or text from JSON or an import (D94), or typed: `1299`, `1,299.00`,
 * `₹1,29,900`. Returns null if it is not finite, is negative or has a fraction of a paisa.
 */
export function fromRupees(amount: number | string): Paise | null {
  const rupees = typeof amount === "string" ? (parseRupees(amount) ?? Number.NaN) : amount;
  const paise = Math.round(rupees * 100);
  const isExact = Math.abs(rupees * 100 - paise) < 1e-6;
  return Number.isSafeInteger(paise) && paise >= 0 && isExact ? paise : null;
}

/**
 * Accepts commas only as Western or Indian thousands separators, because the comma in `12,50` may be a decimal comma.
 */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$|^[1-9]\d?(,\d{2})+,\d{3}(\.\d+)?$/;

function parseRupees(text: string): number | null {
  const withoutSymbol = text.trim().replace(/^(₹|rs\.?|inr)\s*/i, "");
  return parseNumber(GROUPED.test(withoutSymbol) ? withoutSymbol.replaceAll(",", "") : withoutSymbol);
}

/** Returns `ratePercent` of an amount, rounded half up to the paisa (D6). */
export const calculatePercent = (paise: Paise, ratePercent: number): Paise =>
  Math.floor((paise * Math.round(ratePercent * 100) + 5_000) / 10_000);

const toDecimal = (paise: Paise): string =>
  `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
