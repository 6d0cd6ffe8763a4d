import { HOUR } from "./time.ts";

// Written by hand: `Intl` takes milliseconds of a phone for each of its formatters, and what it puts between the parts
// differs from engine to engine.
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const WEEKDAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

/** India has one time zone and no summer time, so its wall clock is UTC and this much. */
export const AHEAD_OF_UTC_MS = 5.5 * HOUR;

/** A moment as if the shop's wall clock were UTC, whatever the machine's own zone is. */
const toWallClock = (moment: Date | string): Date => new Date(new Date(moment).getTime() + AHEAD_OF_UTC_MS);

const pad = (value: number): string => String(value).padStart(2, "0");

/** `20/11/2026`: a date as the shop writes it (§2.14, D85). Null for what is not a date. */
export function formatDate(moment: Date | string): string | null {
  const day = toWallClock(moment);
  if (Number.isNaN(day.getTime())) return null;
  return `${day.getUTCDate()}/${day.getUTCMonth() + 1}/${day.getUTCFullYear()}`;
}

/** `20 November 2026 at 5:04 pm`: a moment in running text, on the shop's clock. */
export function formatDateTime(moment: Date | string): string {
  const wallClock = toWallClock(moment);
  const hour = wallClock.getUTCHours();
  const time = `${hour % 12 || 12}:${pad(wallClock.getUTCMinutes())} ${hour < 12 ? "am" : "pm"}`;
  return `${formatLongDate(wallClock)} at ${time}`;
}

/** The year and the month, 1 to 12, in which a moment lies on the shop's clock. */
export function toShopMonth(moment: Date): { year: number; month: number } {
  const wallClock = toWallClock(moment);
  return { year: wallClock.getUTCFullYear(), month: wallClock.getUTCMonth() + 1 };
}

/** A day of the shop's calendar, as 2026-12-01 at 00:00 UTC. */
export type ShopDay = Date;

/** `20 November 2026` */
export const formatLongDate = (day: ShopDay): string =>
  `${day.getUTCDate()} ${formatMonth(day)} ${day.getUTCFullYear()}`;

/** `Tue 1` */
export const formatWeekdayAndDay = (day: ShopDay): string =>
  `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()}`;

/** `December` */
export const formatMonth = (day: ShopDay): string => MONTHS[day.getUTCMonth()] ?? "";
