import fc from "fast-check";
import type { SoldOrder } from "./sold-orders.ts";

const DAY_MS = 86_400_000;
const day = fc
  .integer({ min: 0, max: 45 })
  .map((days) => new Date(Date.UTC(2026, 9, 20, 18) + days * DAY_MS));

/** Any of the orders of two months: to this and other states, persons and companies, whole, refunded and cancelled. */
export const soldOrder: fc.Arbitrary<SoldOrder> = fc.record({
  lines: fc.array(
    fc.record({
      unitPrice: fc.oneof(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 0, max: 90_000_00 })),
      quantity: fc.integer({ min: 1, max: 9 }),
      hsn: fc.constantFrom("4419", "442191", null),
      gstRate: fc.constantFrom(null, null, 5, 28),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  state: fc.constantFrom("Gujarat", "Gujarat", "Karnataka", "Maharashtra", "Orissa"),
  taxCode: fc.constantFrom(null, null, "27AAPFU0939F1ZV", "29ABCDE1234F1ZW", "24B"),
  rate: fc.constantFrom(9, 9, 6, 2.5),
  soldOn: day,
  refunds: fc
    .constantFrom<number[]>([], [], [1], [0.5], [0.3, 0.7], [0.1, 0.2])
    .chain((parts) =>
      fc
        .tuple(...parts.map((part) => fc.integer({ min: 0, max: 30 }).map((days) => ({ part, days }))))
        .map((given) =>
          given.map(({ part, days }) => ({ part, on: new Date(Date.UTC(2026, 9, 21 + days, 18)) })),
        ),
    ),
  isUnpaid: fc.constantFrom(false, false, false, true),
});
