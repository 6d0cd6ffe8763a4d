import { SHOP_LOCALE } from "./locale.ts";
import { HOUR } from "./time.ts";

/** The shop's wall clock, whatever the machine's own zone is. */
const SHOP_TIME_ZONE = "Asia/Kolkata";

/** India has one time zone and no summer time, so its wall clock is UTC and this much. */
export const AHEAD_OF_UTC_MS = 5.5 * HOUR;

/** `20/11/2026`: a date as the shop writes it (§2.14, D85). Null for what is not a date. */
export function formatDate(moment: Date | string): string | null {
  const date = typeof moment === "string" ? new Date(moment) : moment;
  return Number.isNaN(date.getTime())
    ? null
    : date.toLocaleDateString(SHOP_LOCALE, { timeZone: SHOP_TIME_ZONE });
}

/** `20 November 2026, 5:04 pm`: a moment in running text, on the shop's clock. */
export const formatDateTime = (moment: Date | string): string =>
  new Date(moment).toLocaleString(SHOP_LOCALE, {
    timeZone: SHOP_TIME_ZONE,
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

/** The year and the month, 1 to 12, in which a moment lies on the shop's clock. */
export function toShopMonth(moment: Date): { year: number; month: number } {
  const wallClock = new Date(moment.getTime() + AHEAD_OF_UTC_MS);
  return { year: wallClock.getUTCFullYear(), month: wallClock.getUTCMonth() + 1 };
}

/** A day of the shop's calendar, as 2026-12-01 at 00:00 UTC. */
export type ShopDay = Date;

/** `20 November 2026` */
export const formatLongDate = (day: ShopDay): string =>
  formatPart(day, { day: "numeric", month: "long", year: "numeric" });

/** `Tue 1` */
export const formatWeekdayAndDay = (day: ShopDay): string =>
  `${formatPart(day, { weekday: "short" })} ${day.getUTCDate()}`;

/** `December` */
export const formatMonth = (day: ShopDay): string => formatPart(day, { month: "long" });

// Several parts are put together by hand: what stands between them differs from engine to engine.
const formatPart = (day: ShopDay, options: Intl.DateTimeFormatOptions): string =>
  day.toLocaleDateString(SHOP_LOCALE, { ...options, timeZone: "UTC" });
