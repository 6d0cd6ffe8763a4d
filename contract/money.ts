import { SHOP_LOCALE } from "./locale.ts";
import { parseNumber } from "./number.ts";

/** An amount of Indian money as a whole number of paise (₹1 = 100 paise). Never a fraction (D6). */
export type Paise = number;

/** `₹1499.00`: ungrouped, always two decimals, as every screen shows it (D7). The minus is U+2212, which screen readers say. */
export const formatRupees = (paise: Paise): string => `${paise < 0 ? "−" : ""}₹${toDecimal(Math.abs(paise))}`;

/** `₹1,49,900.00`: grouped the Indian way, for documents (D7). */
export const formatRupeesGrouped = (paise: Paise): string =>
  `₹${new Intl.NumberFormat(SHOP_LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(paise / 100)}`;

/** `₹1,500`: a round sum to choose by, never a price. */
export const formatRoundRupees = (rupees: number): string =>
  `₹${new Intl.NumberFormat(SHOP_LOCALE).format(rupees)}`;

/** The number that travels in JSON: 149900 paise → 1499, 58882 paise → 588.82. */
export const toRupees = (paise: Paise): number => paise / 100;

/**
 * Paise from a number of rupees as it is in JSON or in an owner's file, where it may be a string (D94), or from a typed
 * amount: `1299`, `1,299.00`, `₹1,29,900`. Null when it is not an amount: not finite, negative, or finer than a paisa.
 */
export function fromRupees(amount: number | string): Paise | null {
  const rupees = typeof amount === "string" ? (parseRupees(amount) ?? Number.NaN) : amount;
  const paise = Math.round(rupees * 100);
  const exact = Math.abs(rupees * 100 - paise) < 1e-6;
  return Number.isSafeInteger(paise) && paise >= 0 && exact ? paise : null;
}

/** Commas count only where they separate thousands as in the West or in India: `12,50` may mean a decimal comma. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$|^[1-9]\d?(,\d{2})+,\d{3}(\.\d+)?$/;

function parseRupees(text: string): number | null {
  const plain = text.trim().replace(/^(₹|rs\.?|inr)\s*/i, "");
  return parseNumber(GROUPED.test(plain) ? plain.replaceAll(",", "") : plain);
}

/** A share of an amount, `ratePercent` of it, rounded half up to the paisa (D6). */
export const calculatePercent = (paise: Paise, ratePercent: number): Paise =>
  Math.floor((paise * Math.round(ratePercent * 100) + 5_000) / 10_000);

const toDecimal = (paise: Paise): string =>
  `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
