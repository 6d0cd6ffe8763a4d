import { expect, test } from "vitest";
import {
  calculateDeliveryDates,
  calculateDispatchDay,
  calculateFirstDispatchDay,
  findNextOrderDay,
  findNotBeforeError,
  findOrderDay,
  formatDeliveryDates,
} from "./delivery-dates.ts";
import { type OrderRules } from "./rules.ts";

const at = (wallClock: string) => new Date(`${wallClock}+05:30`);

const getDates = (wallClock: string, promised?: OrderRules) => {
  const { earliest, latest } = calculateDeliveryDates(at(wallClock), promised);
  return [earliest, latest].map((day) => day.toISOString().slice(0, 10));
};

test.each([
  ["a Monday morning (2–3 days to pack, 5–8 on the way)", "2026-11-02T10:00:00", "2026-11-11", "2026-11-17"],
  ["just before 17:00, the cut-off (§9)", "2026-11-02T16:59:59.999", "2026-11-11", "2026-11-17"],
  ["17:00, which counts as the next day (§9)", "2026-11-02T17:00:00", "2026-11-12", "2026-11-18"],
  ["before midnight", "2026-11-02T23:59:59", "2026-11-12", "2026-11-18"],
  ["after midnight", "2026-11-03T00:00:00", "2026-11-12", "2026-11-18"],
  ["a Friday before the cut-off", "2026-11-06T16:59:00", "2026-11-17", "2026-11-23"],
  ["a Friday evening, which counts as Monday", "2026-11-06T17:00:00", "2026-11-18", "2026-11-24"],
  ["a Saturday", "2026-11-07T10:00:00", "2026-11-18", "2026-11-24"],
  ["a Sunday", "2026-11-08T23:59:00", "2026-11-18", "2026-11-24"],
  ["the end of the year", "2026-12-21T10:00:00", "2026-12-30", "2027-01-05"],
  ["New Year's Eve after the cut-off", "2026-12-31T17:00:00", "2027-01-12", "2027-01-18"],
  ["a leap year", "2028-02-21T10:00:00", "2028-03-01", "2028-03-07"],
])("the delivery dates are right for an order placed at this time: %s", (_, wallClock, ...days) => {
  expect(getDates(wallClock)).toEqual(days);
});

const getDay = (wallClock: string, promised: OrderRules) =>
  calculateDispatchDay(at(wallClock), promised).toISOString().slice(0, 10);

test("the dispatch date of a product made to order includes the days to make it", () => {
  // The pieces are made by 12 November, a Thursday. Packing then takes at most 3 business days.
  expect(getDay("2026-11-02T10:00:00", { leadDays: 10 })).toBe("2026-11-17");
  // 14 November is a Saturday, so packing begins on the next Monday.
  expect(getDay("2026-11-02T10:00:00", { leadDays: 12 })).toBe("2026-11-19");
  expect(getDates("2026-11-02T10:00:00", { leadDays: 10 })).toEqual(["2026-11-23", "2026-11-27"]);
});

test("an order with an earliest delivery day is dispatched later, unless it would arrive after that day anyway (D120)", () => {
  const monday = at("2026-11-02T10:00:00");
  // 10 December is a Thursday. Shipping takes 5 to 8 business days.
  const requestedDay = { notBefore: "2026-12-10" };
  const { earliest, latest } = calculateDeliveryDates(monday, requestedDay);
  expect(formatDeliveryDates({ earliest, latest })).toBe("Thu 10 – Wed 16 Dec");
  expect(getDay("2026-11-02T10:00:00", requestedDay)).toBe("2026-12-04");
  expect(calculateFirstDispatchDay(monday, requestedDay)).toEqual(new Date("2026-12-03"));
  // 12 December is a Saturday, so the first possible delivery day is the next Monday.
  expect(calculateDeliveryDates(monday, { notBefore: "2026-12-12" }).earliest).toEqual(
    new Date("2026-12-14"),
  );
  const soon = { notBefore: "2026-11-05" };
  expect(calculateDeliveryDates(monday, soon)).toEqual(calculateDeliveryDates(monday));
  expect(getDay("2026-11-02T10:00:00", soon)).toBe(getDay("2026-11-02T10:00:00", {}));
  expect(calculateFirstDispatchDay(monday, soon)).toBeNull();
});

test.each([
  ["2026-11-03", true],
  ["2027-01-01", true],
  ["2026-11-02", false],
  ["2027-01-02", false],
  ["2026-11-31", false],
  ["3 Nov", false],
])(
  "the earliest delivery day can be from tomorrow to 60 days ahead: on 2 November, %s is valid: %s (D120)",
  (day, isRight) => {
    expect(findNotBeforeError(day, at("2026-11-02T23:00:00"))).toBe(
      isRight ? null : "Choose a day from Tue 3 Nov to Fri 1 Jan.",
    );
  },
);

test("the dispatch day follows the owner's workdays and cut-off time", () => {
  const rules = { dispatchWithinDays: { least: 1, most: 1 }, orderBefore: "12:30", workdays: [2, 6] };
  expect(getDay("2026-11-03T12:29:00", rules), "a Tuesday, in time").toBe("2026-11-07");
  expect(getDay("2026-11-03T12:30:00", rules)).toBe("2026-11-10");
});

test.each([
  ["2026-11-02T16:59:59", "2026-11-02", "2026-11-02T17:00:00"],
  ["2026-11-02T17:00:00", "2026-11-03", "2026-11-03T00:00:00"],
  ["2026-11-03T00:00:00", "2026-11-03", "2026-11-03T17:00:00"],
])(
  "an order placed at %s counts as placed on %s, and the delivery dates are next recalculated at %s (§9)",
  (wallClock, day, until) => {
    expect(findOrderDay(at(wallClock)).toISOString().slice(0, 10)).toBe(day);
    expect(findNextOrderDay(at(wallClock))).toEqual(at(until));
  },
);
