import { AHEAD_OF_UTC_MS, formatMonth, type ShopDay, formatWeekdayAndDay } from "#contract/dates.ts";
import { DAY, HOUR } from "#contract/time.ts";
import type { Span } from "./policy.ts";
import {
  CUT_OFF_HOUR,
  type Destination,
  isBusinessWeekday,
  ON_THE_WAY,
  PROCESSING,
} from "./shipping-times.ts";

export interface DeliveryDates {
  earliest: ShopDay;
  latest: ShopDay;
}

/**
 * Calculates when an order placed at `now` arrives: business days (Monday to Friday) of preparation and then on the
 * way, counted from the day of the order, or from the next business day after the cut-off (§9).
 */
export function calculateDeliveryDates(now: Date, to: Destination = "domestic"): DeliveryDates {
  const begins = getStartDay(now);
  const { least, most } = getDeliverySpan(to);
  return { earliest: addBusinessDays(begins, least), latest: addBusinessDays(begins, most) };
}

/** The last day on which the parcel of an order placed at `now` leaves the workshop (§9). */
export const calculateDispatchDay = (now: Date): ShopDay =>
  addBusinessDays(getStartDay(now), PROCESSING.most);

/** Business days from the order to the door: preparation and the way together (§9). */
export const getDeliverySpan = (to: Destination = "domestic"): Span => ({
  least: PROCESSING.least + ON_THE_WAY[to].least,
  most: PROCESSING.most + ON_THE_WAY[to].most,
});

/** `Tue 1 – Mon 7 Dec`, `Mon 28 Dec – Fri 1 Jan` */
export function formatDeliveryDates({ earliest, latest }: DeliveryDates): string {
  const sameMonth = formatMonth(earliest) === formatMonth(latest);
  const first = sameMonth
    ? formatWeekdayAndDay(earliest)
    : `${formatWeekdayAndDay(earliest)} ${formatMonth(earliest)}`;
  return `${first} – ${formatWeekdayAndDay(latest)} ${formatMonth(latest)}`;
}

/** `Wed 25 Nov` */
export const formatDispatchDay = (day: ShopDay): string => `${formatWeekdayAndDay(day)} ${formatMonth(day)}`;

/** The business day on which the work on an order begins. */
function getStartDay(now: Date): ShopDay {
  const wallClock = now.getTime() + AHEAD_OF_UTC_MS;
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
