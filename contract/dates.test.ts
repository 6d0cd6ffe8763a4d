import { expect, test } from "vitest";
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatWeekdayAndDay,
  toIsoDay,
  toShopMonth,
} from "./dates.ts";
import { SHOP_LOCALE } from "./locale.ts";
import { DAY, MINUTE } from "./time.ts";

const createFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(SHOP_LOCALE, options).format;

const inIndia = { timeZone: "Asia/Kolkata" };
const mediumDate = { day: "numeric", month: "short", year: "numeric" } as const;

/** Every day of three years, each at another time of the day. */
const moments = Array.from(
  { length: 3 * 366 },
  (_, at) => new Date(Date.UTC(2026, 0, 1) + at * (DAY + 77 * MINUTE)),
);

test("moments are written as English is in India, on the shop's clock", () => {
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

test("days of its calendar as well", () => {
  const formats = [mediumDate, { month: "short" }, { weekday: "short" }] as const;
  const [date, month, weekday] = formats.map((parts) => createFormat({ timeZone: "UTC", ...parts }));
  for (const moment of moments) {
    const day = new Date(Math.floor(moment.getTime() / DAY) * DAY);
    expect(formatDay(day)).toBe(date?.(day));
    expect(formatMonth(day)).toBe(month?.(day));
    expect(formatWeekdayAndDay(day)).toBe(`${weekday?.(day)} ${day.getUTCDate()}`);
  }
});

test("the shop's new year begins five and a half hours before that of UTC", () => {
  expect(toShopMonth(new Date("2026-12-31T18:29:00Z"))).toEqual({ year: 2026, month: 12 });
  expect(toShopMonth(new Date("2026-12-31T18:30:00Z"))).toEqual({ year: 2027, month: 1 });
});

test("a day of the calendar is that of India", () => {
  expect(toIsoDay(new Date("2026-12-31T18:29:00Z"))).toBe("2026-12-31");
  expect(toIsoDay(new Date("2026-12-31T18:30:00Z"))).toBe("2027-01-01");
});

test("what is no date has none", () => {
  expect(formatDate("yesterday")).toBeNull();
});
