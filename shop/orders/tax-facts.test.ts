import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculatePercent } from "#contract/money.ts";
import { expectToAddUp, percent, sell, soldGoods, sum, sumTaxes } from "../../tests/support/sold-goods.ts";
import { calculateCreditFacts, calculateSaleFacts } from "./tax-facts.ts";

describe("an invoice (D6, D8)", () => {
  test("adds up in every column, for any goods and rates, within a state and across states", () => {
    fc.assert(
      fc.property(soldGoods, percent, percent, fc.boolean(), (lines, cgst, sgst, interState) => {
        const order = sell(lines, { cgst, sgst });
        const facts = calculateSaleFacts(order, lines, interState);
        expectToAddUp(facts);
        expect(facts).toMatchObject({ taxable: order.subtotal, coupon: order.coupon, amount: order.payable });
        expect(facts.lines.map(({ taxable }) => taxable)).toEqual(
          lines.map(({ unitPrice, quantity }) => unitPrice * quantity),
        );
        expect(Math.abs(facts.roundOff)).toBeLessThanOrEqual(interState ? 1 : 0);
      }),
    );
  });

  test("has IGST of 18 % of the taxable sum, half up; what two roundings made more is the round-off", () => {
    fc.assert(
      fc.property(soldGoods, (lines) => {
        const { igst, taxable } = calculateSaleFacts(sell(lines), lines, true);
        expect(igst).toBe(Number((BigInt(taxable) * 18n + 50n) / 100n));
      }),
    );
    const lines = [{ title: "Spoon", quantity: 1, unitPrice: 350, hsn: null }];
    // 9 % of ₹3.50 is 31.5 paise: twice 32. 18 % of it is 63.
    expect(calculateSaleFacts(sell(lines), lines, true)).toMatchObject({ igst: 63, roundOff: 1 });
    expect(calculateSaleFacts(sell(lines), lines, false)).toMatchObject({ cgst: 32, sgst: 32, roundOff: 0 });
  });

  test("has CGST and SGST that are equal in each line where the rates are", () => {
    fc.assert(
      fc.property(soldGoods, (lines) => {
        const facts = calculateSaleFacts(sell(lines), lines, false);
        expect(facts.lines.map(({ cgst }) => cgst)).toEqual(facts.lines.map(({ sgst }) => sgst));
        expect(facts.cgst).toBe(calculatePercent(facts.taxable, 9));
      }),
    );
  });
});

describe("credit notes", () => {
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 });

  test("in any parts add up, none takes back below 0, and all of them together are the invoice", () => {
    fc.assert(
      fc.property(soldGoods, parts, fc.boolean(), (lines, shares, interState) => {
        const order = sell(lines);
        fc.pre(order.payable > 0);
        const sale = calculateSaleFacts(order, lines, interState);
        const ends = [...shares.map((share) => Math.floor(share * order.payable)), order.payable].toSorted(
          (one, other) => one - other,
        );
        const notes = ends.map((end, at) =>
          calculateCreditFacts(order, lines, interState, {
            creditedBefore: ends[at - 1] ?? 0,
            amount: end - (ends[at - 1] ?? 0),
          }),
        );
        for (const note of notes) {
          expectToAddUp(note);
          expect(Math.abs(note.roundOff)).toBeLessThanOrEqual(4);
          expect(Math.min(note.taxable, sumTaxes(note), note.coupon)).toBeGreaterThanOrEqual(0);
        }
        for (const figure of ["taxable", "igst", "cgst", "sgst", "coupon", "roundOff", "amount"] as const)
          expect(sum(notes.map((note) => note[figure]))).toBe(sale[figure]);
      }),
    );
  });

  test("of all the money says what the invoice said, line by line", () => {
    const lines = [
      { title: "Bowl", quantity: 2, unitPrice: 89_900, hsn: "4419" },
      { title: "Tray", quantity: 1, unitPrice: 249_900, hsn: null },
    ];
    const order = sell(lines);
    const whole = { creditedBefore: 0, amount: order.payable };
    expect(calculateCreditFacts(order, lines, true, whole)).toEqual(calculateSaleFacts(order, lines, true));
  });
});

test("what costs nothing is sold whole, and its coupon covers it (D5)", () => {
  const lines = [{ title: "Spoon", quantity: 1, unitPrice: 5_000, hsn: "4419" }];
  expect(calculateSaleFacts(sell(lines), lines, false)).toMatchObject({
    taxable: 5_000,
    cgst: 450,
    sgst: 450,
    coupon: 5_900,
    roundOff: 0,
    amount: 0,
  });
});
