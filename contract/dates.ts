import { DAY, HOUR } from "./time.ts";

// `Intl` is not used, because creating a formatter takes milliseconds on a phone and its output differs by browser.
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" ");
const WEEKDAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

export const AHEAD_OF_UTC_MS = 5.5 * HOUR;

/** Shifts a date so that its UTC fields contain the local time in India. */
const toWallClock = (date: Date | string): Date => new Date(new Date(date).getTime() + AHEAD_OF_UTC_MS);

/** Formats a date in the shop's time zone: `20 Nov 2026` (§2.14, D85). Returns null for an invalid date. */
export function formatDate(date: Date | string): string | null {
  const wallClock = toWallClock(date);
  return Number.isNaN(wallClock.getTime()) ? null : formatDay(wallClock);
}

/** Formats a date and time in the shop's time zone for a sentence: `20 Nov 2026 at 5:04 pm`. */
export function formatDateTime(date: Date | string): string {
  const wallClock = toWallClock(date);
  return `${formatDay(wallClock)} at ${formatTime(date)}`;
}

/** Formats a deadline relative to `now`: `5:04 pm today`, `5:04 pm tomorrow`, otherwise date and time. */
export function formatDeadline(date: Date | string, now: Date): string {
  const wallClock = toWallClock(date);
  const daysAhead = Math.floor(wallClock.getTime() / DAY) - Math.floor(toWallClock(now).getTime() / DAY);
  const day = ["today", "tomorrow"][daysAhead];
  return day === undefined ? formatDateTime(date) : `${formatTime(date)} ${day}`;
}

export function formatTime(date: Date | string): string {
  const wallClock = toWallClock(date);
  const hour = wallClock.getUTCHours();
  const minute = String(wallClock.getUTCMinutes()).padStart(2, "0");
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "am" : "pm"}`;
}

/** Returns the year and the month (1 to 12) of a date in the shop's time zone. */
export function toShopMonth(date: Date): { year: number; month: number } {
  const wallClock = toWallClock(date);
  return { year: wallClock.getUTCFullYear(), month: wallClock.getUTCMonth() + 1 };
}

/** Returns the calendar day in the shop's time zone: `2026-11-20`. */
export const toIsoDay = (date: Date): string => toWallClock(date).toISOString().slice(0, 10);

/** Returns the start of a day such as 2026-11-20 in the shop's time zone. */
export const toMidnight = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

/** True if the day exists. `Date` alone would accept the 30th of February as the 2nd of March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = toMidnight(text);
  return !Number.isNaN(midnight.getTime()) && toIsoDay(midnight) === text;
}

/** Returns the time at which the day of `date` ends in the shop's time zone. */
export const getEndOfDay = (date: Date): Date => new Date(Date.parse(toIsoDay(date)) + DAY - AHEAD_OF_UTC_MS);

/** A calendar day, stored as midnight UTC: 2026-12-01 is `2026-12-01T00:00Z`. */
export type ShopDay = Date;

export const formatDay = (day: ShopDay): string =>
  `${day.getUTCDate()} ${formatMonth(day)} ${day.getUTCFullYear()}`;

export const formatWeekdayAndDay = (day: ShopDay): string =>
  `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()}`;

export const formatMonth = (day: ShopDay): string => MONTHS[day.getUTCMonth()] ?? "";
