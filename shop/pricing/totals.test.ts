import { describe, expect, test } from "vitest";
import { TAX_RATES } from "./tax-rates.ts";
import {
  calculateInclusivePrice,
  calculateTotals,
  formatInclusivePrice,
  listTaxes,
  listTaxRows,
  type PricedLine,
  toWireTotals,
} from "./totals.ts";
import { COUPON_APPLIED, describeCoupon } from "./coupon-label.ts";
import { type Coupon, describeIncluded, getCoupon } from "./coupon.ts";

describe("the one sum", () => {
  test("is §9 to the paisa for an ordinary bag (§2.7, D1, D5, D6, D9)", () => {
    expect(calculateTotals([{ unitPrice: 249_900, quantity: 1 }])).toEqual({
      subtotal: 249_900,
      cgst: 22_491,
      sgst: 22_491,
      total: 294_882,
      coupon: 9_900,
      payable: 284_982,
    });
  });

  test("travels in rupees under the names of an order", () => {
    expect(toWireTotals(calculateTotals([{ unitPrice: 49_900, quantity: 1 }]))).toEqual({
      subtotal: 499,
      cgst: 44.91,
      sgst: 44.91,
      totalAmount: 588.82,
      discount: 99,
      grandTotal: 489.82,
    });
  });

  test("is nothing for nothing: no coupon either (§2.7, §9, D1, D5, D6)", () => {
    expect(calculateTotals([])).toEqual({ subtotal: 0, cgst: 0, sgst: 0, total: 0, coupon: 0, payable: 0 });
  });

  test("never takes more off than there is", () => {
    const { total, coupon, payable } = calculateTotals([{ unitPrice: 5_000, quantity: 1 }]);
    expect({ total, coupon, payable }).toEqual({ total: 5_900, coupon: 5_900, payable: 0 });
  });

  test("rounds each tax half up on its own (§2.7, §9, D1, D5, D6, D9)", () => {
    expect(calculateTotals([{ unitPrice: 50, quantity: 1 }])).toMatchObject({ cgst: 5, sgst: 5 });
    expect(calculateTotals([{ unitPrice: 49, quantity: 1 }])).toMatchObject({ cgst: 4, sgst: 4 });
  });

  test("adds up in whole paise for any bag and any rates (§9, D6, D9)", () => {
    const random = createRandom(20_261_120);
    for (let round = 0; round < 5_000; round++) {
      const lines: PricedLine[] = Array.from({ length: random(50) }, () => ({
        unitPrice: random(100_000_00),
        quantity: 1 + random(999),
      }));
      const rates = { cgst: random(2_800) / 100, sgst: random(2_800) / 100 };
      const totals = calculateTotals(lines, rates);
      expect(Object.values(totals).every((figure) => Number.isSafeInteger(figure) && figure >= 0)).toBe(true);
      expect(totals.subtotal + totals.cgst + totals.sgst).toBe(totals.total);
      expect(totals.total - totals.coupon).toBe(totals.payable);
      expect(totals.coupon).toBe(Math.min(9_900, totals.total));
      expect(Math.abs(totals.cgst - (totals.subtotal * rates.cgst) / 100)).toBeLessThanOrEqual(0.5000001);
    }
  });
});

describe("the coupon", () => {
  const bag = [{ unitPrice: 100_000, quantity: 2 }];
  const sum = (coupon: Coupon | null) => calculateTotals(bag, { cgst: 9, sgst: 9, coupon });

  test("is the specification's until the owner writes another one (§9, D5, D10)", () => {
    const standard = getCoupon({});
    expect(standard).toEqual({ name: "#SALE30", amount: 99 });
    expect(standard && describeCoupon(standard)).toBe("₹99 off this order");
    expect(describeIncluded(9_900)).toBe("GST and ₹99 off included");
    expect(COUPON_APPLIED).toBe("Coupon auto-applied at checkout");
  });

  test("takes off an amount, or a percent of the sum with GST, to the paisa", () => {
    expect(sum({ name: "TEN", percent: 10 })).toMatchObject({ coupon: 23_600, payable: 212_400 });
    expect(sum({ name: "ODD", percent: 3.33 })).toMatchObject({ coupon: 7_859 });
    expect(sum({ name: "BIG", amount: 5_000 })).toMatchObject({ coupon: 236_000, payable: 0 });
    expect(describeCoupon({ name: "TEN", percent: 10 })).toBe("10% off this order");
  });

  test("is given from the subtotal that it says, and not below", () => {
    const from = (rupees: number) => ({ name: "FROM", amount: 150, from: rupees });
    expect(sum(from(2_000)).coupon).toBe(15_000);
    expect(sum(from(2_000.01)).coupon).toBe(0);
    expect(describeCoupon(from(2_000))).toBe("₹150 off from ₹2000");
    expect(describeIncluded(0)).toBe("GST included");
    expect(describeIncluded(118)).toBe("GST and ₹1.18 off included");
  });

  test("is none where the owner gives none", () => {
    expect(sum(null)).toMatchObject({ coupon: 0, payable: 236_000 });
    expect(getCoupon({ coupon: null })).toBeNull();
  });
});

describe("goods of several rates", () => {
  const bag = [
    { unitPrice: 49_950, quantity: 1 },
    { unitPrice: 10_010, quantity: 3, gstRate: 5 },
    { unitPrice: 5_050, quantity: 1 },
  ];

  test("have the taxes of each rate for themselves, rounded on their own, and they add up (D6, D8)", () => {
    const taxes = listTaxes(bag, TAX_RATES);
    expect(listTaxRows(taxes)).toEqual([
      ["CGST 2.5%", 751],
      ["SGST 2.5%", 751],
      ["CGST 9%", 4_950],
      ["SGST 9%", 4_950],
    ]);
    const totals = calculateTotals(bag);
    expect(totals).toMatchObject({ subtotal: 85_030, cgst: 5_701, sgst: 5_701, total: 96_432 });
    expect(calculateInclusivePrice(10_010, TAX_RATES, { gstRate: 5 })).toBe(10_510);
  });

  test("of one rate are taxed as if it were the shop's, in any bag", () => {
    const random = createRandom(20_261_124);
    for (let round = 0; round < 500; round++) {
      const lines = Array.from({ length: 1 + random(9) }, () => ({
        unitPrice: random(1_000_000),
        quantity: 1 + random(9),
      }));
      const gstRate = (1 + random(4_999)) / 50;
      const own = lines.map((line) => ({ ...line, gstRate }));
      expect(calculateTotals(own)).toEqual(calculateTotals(lines, { cgst: gstRate / 2, sgst: gstRate / 2 }));
    }
  });
});

test("a price with GST says the number it is made from", () =>
  expect(formatInclusivePrice(49_900, { cgst: 9, sgst: 9 }, {})).toBe("₹588.82 including GST"));

/** The same numbers in every run: an error can be reproduced. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
