import {
  AHEAD_OF_UTC_MS,
  formatMonth,
  type ShopDay,
  formatWeekdayAndDay,
  isDay,
  toIsoDay,
} from "#contract/dates.ts";
import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import { getDeliverySpan, getRules, type OrderRules, type Rules } from "./rules.ts";

export interface DeliveryDates {
  earliest: ShopDay;
  latest: ShopDay;
}

/** Calculates the delivery dates from the days to make the products and the business days to pack and ship (§9). */
export const calculateDeliveryDates = (now: Date, promised?: OrderRules | null): DeliveryDates =>
  countDeliveryDates(findOrderDay(now, promised), promised);

/** Like `calculateDeliveryDates`, but from a business day that `findOrderDay` returned. */
export function countDeliveryDates(orderDay: ShopDay, promised?: OrderRules | null): DeliveryDates {
  const rules = getRules(promised);
  const startDay = addLeadDays(orderDay, rules, promised?.leadDays);
  const { least, most } = getDeliverySpan(rules);
  const soonest = addBusinessDays(startDay, least, rules);
  const wantedDay = findWantedDay(rules, promised?.notBefore);
  return wantedDay && wantedDay > soonest
    ? { earliest: wantedDay, latest: addBusinessDays(wantedDay, most - least, rules) }
    : { earliest: soonest, latest: addBusinessDays(startDay, most, rules) };
}

/** Returns the first business day on or after the requested day. Null if the customer did not request a day. */
function findWantedDay(rules: Rules, notBefore: string | undefined): ShopDay | null {
  const day = new Date(notBefore ?? "");
  if (Number.isNaN(day.getTime())) return null;
  return isBusinessDay(day, rules) ? day : addBusinessDays(day, 1, rules);
}

/** Returns the day by which an order placed at `now` must be shipped (§9). */
export function calculateDispatchDay(now: Date, promised?: OrderRules | null): ShopDay {
  const rules = getRules(promised);
  const startDay = addLeadDays(findOrderDay(now, rules), rules, promised?.leadDays);
  const soonest = addBusinessDays(startDay, rules.dispatchWithinDays.most, rules);
  const { latest } = calculateDeliveryDates(now, promised);
  const wantedDay = addBusinessDays(latest, rules.deliverWithinDays.most, rules, -DAY);
  return wantedDay > soonest ? wantedDay : soonest;
}

/** Returns the first day on which the order may be shipped; null if it may be shipped at once. */
export function calculateFirstDispatchDay(now: Date, promised?: OrderRules | null): ShopDay | null {
  const rules = getRules(promised);
  const wantedDay = findWantedDay(rules, promised?.notBefore);
  const { earliest } = calculateDeliveryDates(now, promised);
  if (!wantedDay || earliest.getTime() !== wantedDay.getTime()) return null;
  return addBusinessDays(wantedDay, rules.deliverWithinDays.least, rules, -DAY);
}

/** Returns the last day on which the shop must reply to a message or a return request from `since`. */
export const calculateReplyDay = (since: Date, rules: Rules): ShopDay =>
  addBusinessDays(findOrderDay(since, rules), rules.replyWithinDays.most, rules);

const MAX_NOT_BEFORE_DAYS = 60;

/** The first and last delivery day that a customer may request, such as `2026-12-01`, in the shop's time zone. */
export const getNotBeforeRange = (now: Date): { first: string; last: string } => ({
  first: toIsoDay(new Date(now.getTime() + DAY)),
  last: toIsoDay(new Date(now.getTime() + MAX_NOT_BEFORE_DAYS * DAY)),
});

/** Returns the error to show for a requested delivery day; null if the customer can request it. */
export function findNotBeforeError(day: string, now: Date): string | null {
  const { first, last } = getNotBeforeRange(now);
  return isDay(day) && day >= first && day <= last
    ? null
    : `Choose a day from ${formatIsoDay(first)} to ${formatIsoDay(last)}.`;
}

/** Returns `Thu 24 Dec` for `2026-12-24`. */
export const formatIsoDay = (day: string): string => formatDispatchDay(new Date(day));

/** Returns `Not before Thu 24 Dec`; null if the customer requested no day. */
export const describeNotBefore = (promised: OrderRules | null | undefined): string | null =>
  promised?.notBefore ? `Not before ${formatIsoDay(promised.notBefore)}` : null;

/** Returns `Tue 1 – Mon 7 Dec` or `Mon 28 Dec – Fri 1 Jan`. */
export function formatDeliveryDates({ earliest, latest }: DeliveryDates): string {
  const isSameMonth = formatMonth(earliest) === formatMonth(latest);
  const first = isSameMonth
    ? formatWeekdayAndDay(earliest)
    : `${formatWeekdayAndDay(earliest)} ${formatMonth(earliest)}`;
  return `${first} – ${formatWeekdayAndDay(latest)} ${formatMonth(latest)}`;
}

/** Returns `Wed 25 Nov`. */
export const formatDispatchDay = (day: ShopDay): string => `${formatWeekdayAndDay(day)} ${formatMonth(day)}`;

/** Returns the day from which an order's dates count: after closing or on a day off, the next business day (§9). */
export function findOrderDay(now: Date, promised?: OrderRules | null): ShopDay {
  const rules = getRules(promised);
  const { today, sinceMidnight } = readWallClock(now);
  const isBeforeCutOff = sinceMidnight < parseClock(rules.orderBefore);
  return isBeforeCutOff && isBusinessDay(today, rules) ? today : addBusinessDays(today, 1, rules);
}

/** Returns the next time at which the result of `findOrderDay` may change: the closing time or midnight. */
export function findNextOrderDay(now: Date, promised?: OrderRules | null): Date {
  const { sinceMidnight } = readWallClock(now);
  const cutOff = parseClock(getRules(promised).orderBefore);
  return new Date(now.getTime() - sinceMidnight + (sinceMidnight < cutOff ? cutOff : DAY));
}

function readWallClock(now: Date): { today: ShopDay; sinceMidnight: number } {
  const wallClock = now.getTime() + AHEAD_OF_UTC_MS;
  const sinceMidnight = ((wallClock % DAY) + DAY) % DAY;
  return { today: new Date(wallClock - sinceMidnight), sinceMidnight };
}

function addLeadDays(orderDay: ShopDay, rules: Rules, leadDays = 0): ShopDay {
  const readyDay = new Date(orderDay.getTime() + leadDays * DAY);
  return isBusinessDay(readyDay, rules) ? readyDay : addBusinessDays(readyDay, 1, rules);
}

function parseClock(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * HOUR + minutes * MINUTE;
}

/** Returns the day that is `count` business days later, or earlier if `step` is negative. */
function addBusinessDays(from: ShopDay, count: number, rules: Rules, step = DAY): ShopDay {
  let day = from;
  for (let remaining = count; remaining > 0;) {
    day = new Date(day.getTime() + step);
    if (isBusinessDay(day, rules)) remaining--;
  }
  return day;
}

const isBusinessDay = (day: ShopDay, { workdays }: Rules): boolean => workdays.includes(day.getUTCDay());
