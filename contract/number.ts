/**
 * Parses a decimal number such as `12`, `-3` or `588.82`, with at most 15 digits before and after the point. Returns
 * null for other texts, such as `0x10`, `1e3` and "".
 */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : null;
}

export const ENTER_COUNT = "Enter a whole number, for example 12.";

/** Parses 1 to 9 digits without a sign or decimals; null for anything else. */
export function parseCount(text: string): number | null {
  const trimmed = text.trim();
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : null;
}
