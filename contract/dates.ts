import { DAY, HOUR } from "./time.ts";

// Written by hand: `Intl` takes milliseconds of a phone for each of its formatters, and what it puts between the parts
// differs from engine to engine.
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" ");
const WEEKDAYS = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

/** India has one time zone and no summer time, so its wall clock is UTC and this much. */
export const AHEAD_OF_UTC_MS = 5.5 * HOUR;

/** A moment as if the shop's wall clock were UTC, whatever the machine's own zone is. */
const toWallClock = (moment: Date | string): Date => new Date(new Date(moment).getTime() + AHEAD_OF_UTC_MS);

const pad = (value: number): string => String(value).padStart(2, "0");

/** `20 Nov 2026`: a date as the shop writes it everywhere, on its clock (§2.14, D85). Null for what is not a date. */
export function formatDate(moment: Date | string): string | null {
  const wallClock = toWallClock(moment);
  return Number.isNaN(wallClock.getTime()) ? null : formatDay(wallClock);
}

/** `20 Nov 2026 at 5:04 pm`: a moment in running text, on the shop's clock. */
export function formatDateTime(moment: Date | string): string {
  const wallClock = toWallClock(moment);
  return `${formatDay(wallClock)} at ${formatTime(wallClock)}`;
}

/** `5:04 pm today`, `5:04 pm tomorrow`, else the date with the time: a deadline on a screen that is read at `now`. */
export function formatDeadline(moment: Date | string, now: Date): string {
  const wallClock = toWallClock(moment);
  const daysAhead = Math.floor(wallClock.getTime() / DAY) - Math.floor(toWallClock(now).getTime() / DAY);
  const day = ["today", "tomorrow"][daysAhead];
  return day === undefined ? formatDateTime(moment) : `${formatTime(wallClock)} ${day}`;
}

function formatTime(wallClock: Date): string {
  const hour = wallClock.getUTCHours();
  return `${hour % 12 || 12}:${pad(wallClock.getUTCMinutes())} ${hour < 12 ? "am" : "pm"}`;
}

/** The year and the month, 1 to 12, in which a moment lies on the shop's clock. */
export function toShopMonth(moment: Date): { year: number; month: number } {
  const wallClock = toWallClock(moment);
  return { year: wallClock.getUTCFullYear(), month: wallClock.getUTCMonth() + 1 };
}

/** `2026-11-20`: the day on which a moment lies on the shop's clock. */
export const toIsoDay = (moment: Date): string => toWallClock(moment).toISOString().slice(0, 10);

/** The moment at which the day of a moment ends on the shop's clock. */
export const getEndOfDay = (moment: Date): Date =>
  new Date(Date.parse(toIsoDay(moment)) + DAY - AHEAD_OF_UTC_MS);

/** A day of the shop's calendar, as 2026-12-01 at 00:00 UTC. */
export type ShopDay = Date;

/** `20 Nov 2026` */
export const formatDay = (day: ShopDay): string =>
  `${day.getUTCDate()} ${formatMonth(day)} ${day.getUTCFullYear()}`;

/** `Tue 1` */
export const formatWeekdayAndDay = (day: ShopDay): string =>
  `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()}`;

/** `Dec` */
export const formatMonth = (day: ShopDay): string => MONTHS[day.getUTCMonth()] ?? "";
