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
])("the day %j in a courier's list is parsed as 28 November 2026", (cell) => {
  expect(parseDeliveryDay(cell)).toBe("2026-11-28");
});

test.each(["11/28/2026", "31-11-2026", "yesterday", "28", "1234567890", "28-Foo-2026"])(
  "%j in a courier's list is not parsed as a day",
  (cell) => {
    expect(parseDeliveryDay(cell)).toBeNull();
  },
);

const now = new Date("2026-11-30T10:00:00+05:30");
const dispatchedAt = new Date("2026-11-20T10:00:00+05:30");
const read = (cell: string) => readDelivery(cell, { dispatchedAt }, now, `“${cell}”`);

test("the time of a delivery is the end of its day, but never before the dispatch or after now", () => {
  for (const cell of ["28-11-2026", "२८-११-२०२६"])
    expect(read(cell)).toEqual({ at: new Date("2026-11-28T23:59:00+05:30") });
  expect(read("30-11-2026")).toEqual({ at: now });
  expect(read("18-11-2026")).toEqual({ at: dispatchedAt });
  expect(read("17-11-2026")).toEqual({ at: dispatchedAt });
  expect(readDelivery("18-11-2026", { dispatchedAt: null }, now, "")).toEqual({
    at: new Date("2026-11-18T23:59:00+05:30"),
  });
});

test("a delivery more than 3 days before the dispatch is an error, because the list may write the month before the day", () => {
  expect(read("11/12/2026")).toEqual({ at: null });
  expect(read("11/10/2026").error).toBe(
    "“11/10/2026” is read as 11 Oct 2026, which is before the dispatch on 20 Nov 2026. Write the day like 28-11-2026, or leave the cell empty",
  );
  expect(read("16-11-2026").error).toContain("before the dispatch");
});

test.each([
  "",
  "-",
  "NA",
  "soon",
  "14:30",
  "02:05:10 PM",
  "0.604166666666667",
  "0000-00-00",
  "00-00-0000 00:00:00",
  "1970-01-01",
  "01/01/1900 00:00",
  "0001-01-01T00:00:00",
  "01-12-2026",
])("%j in a courier's list contains no day of a delivery", (cell) => {
  expect(read(cell)).toEqual({ at: null });
});

test.each(["31-02-2026", "11/28/2026", "28 Foo 2026 14:30"])(
  "%j in a courier's list is an error, because it looks like a day",
  (cell) => {
    expect(read(cell).error).toBe(
      `the day of the delivery “${cell}” cannot be read. Write the day like 28-11-2026, or leave the cell empty`,
    );
  },
);
