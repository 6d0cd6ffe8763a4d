import { expect, test } from "vitest";
import { parseDeliveryDay, readDelivery } from "./delivery-day.ts";

test.each([
  "2026-11-28",
  "2026-11-28T14:05:00+05:30",
  "28-11-2026",
  "28/11/26",
  "28.11.2026 14:05",
  "28 Nov 2026",
  "28-Nov-26 02:05 PM",
  "28 November 2026",
  "Nov 28, 2026",
  "46354",
  "46354.5868",
])("the day %j in a courier's list is read as 28 November 2026", (cell) => {
  expect(parseDeliveryDay(cell)).toBe("2026-11-28");
});

test.each(["11/28/2026", "31-11-2026", "yesterday", "28", "1234567890", "28-Foo-2026"])(
  "%j in a courier's list is not read as a day",
  (cell) => {
    expect(parseDeliveryDay(cell)).toBeNull();
  },
);

test("a delivery counts from the end of its day, but not before the dispatch and not after now", () => {
  const now = new Date("2026-11-30T10:00:00+05:30");
  const read = (cell: string, dispatchedAt = "2026-11-20T10:00:00+05:30") =>
    readDelivery(cell, { dispatchedAt: new Date(dispatchedAt) }, now);
  expect(read("28-11-2026")).toEqual({ at: new Date("2026-11-28T23:59:00+05:30") });
  expect(read("30-11-2026")).toEqual({ at: now });
  expect(read("")).toEqual({ at: now });
  expect(read("18-11-2026")).toEqual({ at: new Date("2026-11-20T10:00:00+05:30") });
  expect(read("01-12-2026").error).toBe("the delivery on 1 Dec 2026 is in the future. Correct the day");
  expect(read("soon").error).toContain("“soon” cannot be read");
});
