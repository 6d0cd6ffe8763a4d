import { fromRupees, type Paise, formatRupees } from "#contract/money.ts";

/** A parsed query says undefined where nothing was asked. */
export type Given<Query> = { [Name in keyof Query]: Query[Name] | undefined };

export type PriceRange = { minPrice: Paise | null; maxPrice: Paise | null };

/** The two price inputs, in rupees, or the sentence that says why they cannot be applied (D38). Empty is open. */
export function readPriceRange(
  min: string | number | null | undefined,
  max: string | number | null | undefined,
): PriceRange | { whyNot: string; field: "minPrice" | "maxPrice" } {
  const minPrice = readBound(min);
  const maxPrice = readBound(max);
  if (minPrice === "nonsense") return { whyNot: priceMessages.nonsense, field: "minPrice" };
  if (maxPrice === "nonsense") return { whyNot: priceMessages.nonsense, field: "maxPrice" };
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
    return { whyNot: priceMessages.turnedAround, field: "maxPrice" };
  }
  return { minPrice, maxPrice };
}

export const priceMessages = {
  nonsense: "Please write a price in rupees, such as 1500.",
  turnedAround: "The highest price is below the lowest. Please turn them around.",
} as const;

/** `₹500.00 to ₹1500.00`, `From ₹500.00`, `Up to ₹1500.00`; null when both are open. */
export function formatPriceRange({ minPrice, maxPrice }: PriceRange): string | null {
  if (minPrice !== null && maxPrice !== null) return `${formatRupees(minPrice)} to ${formatRupees(maxPrice)}`;
  if (minPrice !== null) return `From ${formatRupees(minPrice)}`;
  return maxPrice === null ? null : `Up to ${formatRupees(maxPrice)}`;
}

function readBound(given: string | number | null | undefined): Paise | null | "nonsense" {
  const text = String(given ?? "").trim();
  if (text === "") return null;
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? (fromRupees(text) ?? "nonsense") : "nonsense";
}
