export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The shop's wall clock, whatever the machine's own zone is. */
export const SHOP_TIME_ZONE = "Asia/Kolkata";

/** `20/11/2026`: a date as the shop writes it (§2.14, D85). Null for what is no date. */
export function shopDate(moment: Date | string): string | null {
  const date = typeof moment === "string" ? new Date(moment) : moment;
  return Number.isNaN(date.getTime()) ? null : date.toLocaleDateString("en-IN", { timeZone: SHOP_TIME_ZONE });
}

/** `20 November 2026, 5:04 pm`: a moment in running text, on the shop's clock. */
export const shopDateTime = (moment: Date | string): string =>
  new Date(moment).toLocaleString("en-IN", {
    timeZone: SHOP_TIME_ZONE,
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
