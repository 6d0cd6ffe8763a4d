import { expect, test } from "vitest";
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatWeekdayAndDay,
  getEndOfDay,
  toIsoDay,
  toShopMonth,
} from "./dates.ts";
import { SHOP_LOCALE } from "./locale.ts";
import { DAY, MINUTE } from "./time.ts";

const createFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(SHOP_LOCALE, options).format;

const inIndia = { timeZone: "Asia/Kolkata" };
const mediumDate = { day: "numeric", month: "short", year: "numeric" } as const;

/** Moments spread over three years, each at a different time of day. */
const moments = Array.from(
  { length: 3 * 366 },
  (_, at) => new Date(Date.UTC(2026, 0, 1) + at * (DAY + 77 * MINUTE)),
);

test("a timestamp is formatted in the en-IN locale and in India's time zone", () => {
  const formats = [
    createFormat({ ...inIndia, ...mediumDate }),
    createFormat({ ...inIndia, hour: "numeric", minute: "2-digit" }),
  ];
  for (const moment of moments) {
    const [date, time] = formats.map((format) => format(moment));
    expect(formatDate(moment)).toBe(date);
    expect(formatDateTime(moment.toISOString())).toBe(`${date} at ${time}`);
  }
});

test("a calendar date is formatted in the en-IN locale", () => {
  const formats = [mediumDate, { month: "short" }, { weekday: "short" }] as const;
  const [date, month, weekday] = formats.map((parts) => createFormat({ timeZone: "UTC", ...parts }));
  for (const moment of moments) {
    const day = new Date(Math.floor(moment.getTime() / DAY) * DAY);
    expect(formatDay(day)).toBe(date?.(day));
    expect(formatMonth(day)).toBe(month?.(day));
    expect(formatWeekdayAndDay(day)).toBe(`${weekday?.(day)} ${day.getUTCDate()}`);
  }
});

test("a month and a day begin at midnight in India, 5.5 hours before midnight in UTC", () => {
  const [previous, after] = [new Date("2026-12-31T18:29:00Z"), new Date("2026-12-31T18:30:00Z")];
  expect([previous, after].map(toShopMonth)).toEqual([
    { year: 2026, month: 12 },
    { year: 2027, month: 1 },
  ]);
  expect([previous, after].map(toIsoDay)).toEqual(["2026-12-31", "2027-01-01"]);
  expect([previous, after].map((moment) => getEndOfDay(moment).toISOString())).toEqual([
    "2026-12-31T18:30:00.000Z",
    "2027-01-01T18:30:00.000Z",
  ]);
});

test("formatDate returns null for an invalid date", () => {
  expect(formatDate("yesterday")).toBeNull();
});
