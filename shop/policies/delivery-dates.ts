import { DAY, HOUR } from "#contract/time.ts";
import type { Span } from "./policy.ts";
import {
  CUT_OFF_HOUR,
  type Destination,
  isBusinessWeekday,
  ON_THE_WAY,
  PROCESSING,
} from "./shipping-times.ts";

/** A day of the shop's calendar, as 2026-12-01 at 00:00 UTC. */
export type ShopDay = Date;

export interface DeliveryDates {
  earliest: ShopDay;
  latest: ShopDay;
}

/** India has one time zone and no summer time, so its wall clock is UTC and this much. */
const AHEAD_OF_UTC = 5.5 * HOUR;

/**
 * When an order placed at `now` arrives: business days (Monday to Friday) of preparation and then on the way,
 * counted from the day of the order, or from the next business day after the cut-off (§9).
 */
export function deliveryDates(now: Date, to: Destination = "domestic"): DeliveryDates {
  const begins = beginsOn(now);
  const { least, most } = deliverySpan(to);
  return { earliest: addBusinessDays(begins, least), latest: addBusinessDays(begins, most) };
}

/** Business days from the order to the door: preparation and the way together (§9). */
export const deliverySpan = (to: Destination = "domestic"): Span => ({
  least: PROCESSING.least + ON_THE_WAY[to].least,
  most: PROCESSING.most + ON_THE_WAY[to].most,
});

/** `Tue 1 – Mon 7 December`, `Mon 28 December – Fri 1 January` */
export function deliveryDatesText({ earliest, latest }: DeliveryDates): string {
  const sameMonth = monthOf(earliest) === monthOf(latest);
  const first = sameMonth ? dayOf(earliest) : `${dayOf(earliest)} ${monthOf(earliest)}`;
  return `${first} – ${dayOf(latest)} ${monthOf(latest)}`;
}

/** The business day on which the work on an order begins. */
function beginsOn(now: Date): ShopDay {
  const wallClock = now.getTime() + AHEAD_OF_UTC;
  const sinceMidnight = ((wallClock % DAY) + DAY) % DAY;
  const today = new Date(wallClock - sinceMidnight);
  const inTime = sinceMidnight < CUT_OFF_HOUR * HOUR;
  return inTime && isBusinessDay(today) ? today : addBusinessDays(today, 1);
}

/** The business day that many after a day, which need not be one itself. */
function addBusinessDays(from: ShopDay, count: number): ShopDay {
  let day = from;
  for (let left = count; left > 0;) {
    day = new Date(day.getTime() + DAY);
    if (isBusinessDay(day)) left--;
  }
  return day;
}

const isBusinessDay = (day: ShopDay): boolean => isBusinessWeekday(day.getUTCDay());

// Put together by hand: what `toLocaleDateString` sets between the parts differs from engine to engine.
const part = (day: ShopDay, options: Intl.DateTimeFormatOptions): string =>
  day.toLocaleDateString("en-IN", { ...options, timeZone: "UTC" });

const dayOf = (day: ShopDay): string => `${part(day, { weekday: "short" })} ${day.getUTCDate()}`;
const monthOf = (day: ShopDay): string => part(day, { month: "long" });
