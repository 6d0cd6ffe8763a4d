/**
 * Parses a decimal number such as `12`, `-3` or `588.82`, with at most 15 digits before and after the point. Returns
 * null for other texts, such as `0x10`, `1e3` and "".
 */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : null;
}

/** Numbers with Western or Indian thousands separators. Other commas are rejected, because `12,50` may mean 12.50. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$|^[1-9]\d?(,\d{2})+,\d{3}(\.\d+)?$/;

/** Parses a number like `parseNumber`. It may have thousands separators, such as `1,250.5` and `1,29,900`. */
export const parseGrouped = (text: string): number | null =>
  parseNumber(GROUPED.test(text) ? text.replaceAll(",", "") : text);

export const ENTER_COUNT = "Enter a whole number, for example 12.";

/** Parses 1 to 9 digits without a sign or decimals; null for anything else. */
export function parseCount(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : null;
}
