import { AHEAD_OF_UTC_MS, formatMonth, type ShopDay, formatWeekdayAndDay } from "#contract/dates.ts";
import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import { getDeliverySpan, getRules, type Promised, type Rules } from "./rules.ts";

export interface DeliveryDates {
  earliest: ShopDay;
  latest: ShopDay;
}

/**
 * Calculates when an order placed at `now` arrives: business days of preparation and then on the way, counted from the
 * day of the order, or from the next business day after the cut-off (§9). What has to be made first takes its own days
 * before that.
 */
export function calculateDeliveryDates(now: Date, promised?: Promised | null): DeliveryDates {
  const rules = getRules(promised);
  const begins = getStartDay(now, rules, promised?.leadDays);
  const { least, most } = getDeliverySpan(rules);
  return {
    earliest: addBusinessDays(begins, least, rules),
    latest: addBusinessDays(begins, most, rules),
  };
}

/** The last day on which the parcel of an order placed at `now` leaves the workshop (§9). */
export function calculateDispatchDay(now: Date, promised?: Promised | null): ShopDay {
  const rules = getRules(promised);
  return addBusinessDays(getStartDay(now, rules, promised?.leadDays), rules.dispatchWithinDays.most, rules);
}

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

/** The business day on which an order is begun to be packed: at once, or when its pieces are made. */
function getStartDay(now: Date, rules: Rules, leadDays = 0): ShopDay {
  const wallClock = now.getTime() + AHEAD_OF_UTC_MS;
  const sinceMidnight = ((wallClock % DAY) + DAY) % DAY;
  const today = new Date(wallClock - sinceMidnight);
  const inTime = sinceMidnight < parseClock(rules.orderBefore);
  const begins = inTime && isBusinessDay(today, rules) ? today : addBusinessDays(today, 1, rules);
  const made = new Date(begins.getTime() + leadDays * DAY);
  return isBusinessDay(made, rules) ? made : addBusinessDays(made, 1, rules);
}

/** `17:00` in milliseconds since midnight. */
function parseClock(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * HOUR + minutes * MINUTE;
}

/** The business day that many after a day, which need not be one itself. */
function addBusinessDays(from: ShopDay, count: number, rules: Rules): ShopDay {
  let day = from;
  for (let left = count; left > 0;) {
    day = new Date(day.getTime() + DAY);
    if (isBusinessDay(day, rules)) left--;
  }
  return day;
}

const isBusinessDay = (day: ShopDay, { workdays }: Rules): boolean => workdays.includes(day.getUTCDay());
