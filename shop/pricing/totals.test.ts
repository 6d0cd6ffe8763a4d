import { describe, expect, test } from "vitest";
import { TAX_RATES } from "./tax-rates.ts";
import { calculateInclusivePrice, formatInclusivePrice } from "./inclusive-price.ts";
import {
  calculateInclusiveShipping,
  calculateTotals,
  getFreeFrom,
  listTaxes,
  listTaxRows,
  type PricedLine,
  addShipping,
  toWireTotals,
} from "./totals.ts";
import { COUPON_APPLIED, describeCoupon } from "./coupon-label.ts";
import { type Coupon, describeIncluded, getCoupon } from "./coupon.ts";

describe("the one sum", () => {
  test("is §9 to the paisa for an ordinary bag (§2.7, D1, D5, D6, D9)", () => {
    expect(calculateTotals([{ unitPrice: 249_900, quantity: 1 }])).toEqual({
      subtotal: 249_900,
      shipping: 0,
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
    expect(calculateTotals([])).toEqual({
      subtotal: 0,
      shipping: 0,
      cgst: 0,
      sgst: 0,
      total: 0,
      coupon: 0,
      payable: 0,
    });
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
    expect(describeIncluded({ coupon: 9_900, shipping: 0 })).toBe("GST and ₹99 off included");
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
    expect(describeIncluded({ coupon: 0, shipping: 0 })).toBe("GST included");
    expect(describeIncluded({ coupon: 118, shipping: 0 })).toBe("GST and ₹1.18 off included");
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

describe("shipping with a fee", () => {
  const shipping = { fee: 80, freeFrom: 999 };
  const rates = { ...TAX_RATES, shipping };

  test("is asked below the amount from which it is free, and taxed with the goods (D9)", () => {
    const bag = [{ unitPrice: 49_950, quantity: 1 }];
    // 9 % of ₹579.50 is ₹52.155.
    expect(calculateTotals(bag, rates)).toEqual({
      subtotal: 49_950,
      shipping: 8_000,
      cgst: 5_216,
      sgst: 5_216,
      total: 68_382,
      coupon: 9_900,
      payable: 58_482,
    });
    expect(getFreeFrom(shipping)).toBe(99_900);
    expect(getFreeFrom({ fee: 80 })).toBe(Infinity);
    expect(calculateTotals([{ unitPrice: 99_900, quantity: 1 }], rates)).toMatchObject({ shipping: 0 });
    expect(calculateTotals([{ unitPrice: 99_899, quantity: 1 }], rates)).toMatchObject({ shipping: 8_000 });
    expect(calculateTotals([], rates)).toMatchObject({ shipping: 0, payable: 0 });
    expect(calculateInclusiveShipping(49_900, rates, { gstRate: 5 })).toBe(8_400);
    expect(toWireTotals(calculateTotals(bag, rates))).toMatchObject({ shipping: 80, totalAmount: 683.82 });
  });

  test("stays when the coupon takes all that the goods come to, and percents are of the goods alone", () => {
    const small = calculateTotals([{ unitPrice: 5_000, quantity: 1 }], rates);
    expect(small).toMatchObject({ coupon: 5_900, payable: 9_440 });
    const coupon = { name: "TEN", percent: 10 };
    expect(calculateTotals([{ unitPrice: 50_000, quantity: 1 }], { ...rates, coupon })).toMatchObject({
      coupon: 5_900,
      payable: 62_540,
    });
  });

  test("has the rates of its goods, by their worth, in any bag; every sum adds up (D6)", () => {
    const random = createRandom(20_261_126);
    for (let round = 0; round < 2_000; round++) {
      const lines = Array.from({ length: 1 + random(6) }, () => ({
        unitPrice: random(4) === 0 ? 0 : random(300_000),
        quantity: 1 + random(9),
        gstRate: [undefined, 3, 5, 40][random(4)],
      }));
      const own = { ...TAX_RATES, shipping: { fee: random(50_000) / 100 } };
      const totals = calculateTotals(lines, own);
      expect(Object.values(totals).every((figure) => Number.isSafeInteger(figure) && figure >= 0)).toBe(true);
      expect(totals.subtotal + totals.shipping + totals.cgst + totals.sgst).toBe(totals.total);
      expect(totals.total - totals.coupon).toBe(totals.payable);
      const shares = addShipping(lines, totals.shipping).slice(lines.length);
      expect(shares.reduce((sum, { unitPrice }) => sum + unitPrice, 0)).toBe(totals.shipping);
      for (const [at, { unitPrice, gstRate }] of shares.entries()) {
        expect(gstRate).toBe(lines[at]?.gstRate);
        const worth = (lines[at]?.unitPrice ?? 0) * (lines[at]?.quantity ?? 0);
        if (totals.subtotal > 0)
          expect(Math.abs(unitPrice - (totals.shipping * worth) / totals.subtotal)).toBeLessThanOrEqual(1);
      }
      const whole = listTaxes(addShipping(lines, totals.shipping), own);
      expect(whole.reduce((sum, { cgst }) => sum + cgst, 0)).toBe(totals.cgst);
    }
  });

  test.each([
    [0, 0, "GST included"],
    [8_000, 0, "GST and shipping included"],
    [8_000, 9_900, "GST, shipping and ₹99 off included"],
  ])("is said beside the sum: %i and %i", (asked, off, said) =>
    expect(describeIncluded({ coupon: off, shipping: asked })).toBe(said),
  );
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
