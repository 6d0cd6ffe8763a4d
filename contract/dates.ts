import { SHOP_LOCALE } from "./locale.ts";
import { HOUR } from "./time.ts";

/** The shop's wall clock, whatever the machine's own zone is. */
const SHOP_TIME_ZONE = "Asia/Kolkata";

/** India has one time zone and no summer time, so its wall clock is UTC and this much. */
export const AHEAD_OF_UTC_MS = 5.5 * HOUR;

/** `20/11/2026`: a date as the shop writes it (§2.14, D85). Null for what is not a date. */
export function formatDate(moment: Date | string): string | null {
  const date = typeof moment === "string" ? new Date(moment) : moment;
  return Number.isNaN(date.getTime()) ? null : formatShopDate(date);
}

const formatShopDate = createFormatter({ timeZone: SHOP_TIME_ZONE });

/** `20 November 2026, 5:04 pm`: a moment in running text, on the shop's clock. */
export const formatDateTime = (moment: Date | string): string => formatMoment(new Date(moment));

const formatMoment = createFormatter({
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
export const formatLongDate: (day: ShopDay) => string = createFormatter({
  timeZone: "UTC",
  day: "numeric",
  month: "long",
  year: "numeric",
});

// Several parts are put together by hand: what stands between them differs from engine to engine.
/** `Tue 1` */
export const formatWeekdayAndDay = (day: ShopDay): string => `${formatWeekday(day)} ${day.getUTCDate()}`;

const formatWeekday = createFormatter({ timeZone: "UTC", weekday: "short" });

/** `December` */
export const formatMonth: (day: ShopDay) => string = createFormatter({ timeZone: "UTC", month: "long" });

/** A formatter takes a millisecond to make: each is made once, when it is first needed. */
function createFormatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let formatter: Intl.DateTimeFormat | undefined;
  return (date) => (formatter ??= new Intl.DateTimeFormat(SHOP_LOCALE, options)).format(date);
}
