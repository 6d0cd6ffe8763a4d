import fc from "fast-check";
import type { SoldOrder } from "./sold-orders.ts";

const DAY_MS = 86_400_000;

/** Two months one after the other, within a financial year and over its end. */
export const soldMonths = [
  ["2026-10", "2026-11"],
  ["2027-03", "2027-04"],
] as const;

type Months = (typeof soldMonths)[number];

/** From ten days before the first month, when it may have been sold, into the second. */
const dayOf = ([first]: Months, most: number) => {
  const begins = Date.parse(`${first}-01T00:00:00+05:30`) - 10 * DAY_MS;
  return fc
    .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: DAY_MS - 1 }))
    .map(([days, ms]) => new Date(begins + days * DAY_MS + ms));
};

const part = fc.constantFrom(0.1, 0.3, 0.5, 0.7, 1);

const line = fc.record({
  unitPrice: fc.oneof(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 0, max: 90_000_00 })),
  quantity: fc.integer({ min: 1, max: 9 }),
  hsn: fc.constantFrom("4419", "442191", null),
  gstRate: fc.constantFrom(null, null, 3, 5, 28, 40),
});

/** Any of the orders of two months: to this and other states, persons and companies, whole, refunded and returned. */
export const anySoldOrder = (months: Months): fc.Arbitrary<SoldOrder> =>
  fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    state: fc.constantFrom("Gujarat", "Gujarat", "Karnataka", "Maharashtra", "Orissa"),
    taxCode: fc.constantFrom(null, null, "27AAPFU0939F1ZV", "29ABCDE1234F1ZW", "24B"),
    companyPlace: fc.constantFrom("ship-to" as const, "registered-state" as const),
    rate: fc.constantFrom(9, 9, 6, 2.5),
    shippingFee: fc.constantFrom(0, 0, 80, 49.5, 1_250.05),
    soldOn: dayOf(months, 60),
    refunds: fc.array(
      fc.oneof(
        fc.record({ part, on: dayOf(months, 70) }),
        fc.record({ part, on: dayOf(months, 70), line: fc.integer({ min: 0, max: 3 }) }),
      ),
      { maxLength: 3 },
    ),
    isUnpaid: fc.constantFrom(false, false, false, true),
  });
