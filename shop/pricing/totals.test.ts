import { describe, expect, test } from "vitest";
import { pickSize } from "../../tests/support/long-form.ts";
import { TAX_RATES } from "./tax-rates.ts";
import {
  calculateInclusivePrice,
  formatInclusivePrice,
  listTaxes,
  listTaxRows,
  type PricedLine,
} from "./gst.ts";
import { calculateTotals, toResponseTotals } from "./totals.ts";
import { calculateInclusiveShipping, getFreeFrom, addShipping } from "./shipping-fee.ts";
import { type Coupon, COUPON_APPLIED, describeCoupon, describeIncluded, getCoupon } from "./coupon.ts";

describe("totals of a cart", () => {
  test("the totals of the example cart in §9 are right to the paisa (§2.7, D1, D5, D6, D9)", () => {
    expect(toResponseTotals(calculateTotals([{ unitPrice: 249_900, quantity: 1 }]))).toEqual({
      subtotal: 2499,
      cgst: 224.91,
      sgst: 224.91,
      totalAmount: 2948.82,
      discount: 99,
      grandTotal: 2849.82,
    });
  });

  test("an empty cart costs nothing and has no coupon (§2.7, §9, D1, D5, D6)", () => {
    expect(new Set(Object.values(calculateTotals([])))).toEqual(new Set([0]));
  });

  test("the coupon never takes off more than the total", () => {
    const { total, coupon, payable } = calculateTotals([{ unitPrice: 5_000, quantity: 1 }]);
    expect({ total, coupon, payable }).toEqual({ total: 5_900, coupon: 5_900, payable: 0 });
  });

  test("CGST and SGST are rounded half up separately (§2.7, §9, D1, D5, D6, D9)", () => {
    expect(calculateTotals([{ unitPrice: 50, quantity: 1 }])).toMatchObject({ cgst: 5, sgst: 5 });
    expect(calculateTotals([{ unitPrice: 49, quantity: 1 }])).toMatchObject({ cgst: 4, sgst: 4 });
  });

  test("the totals add up in whole paise for any cart and any tax rates (§9, D6, D9)", () => {
    const random = createRandom(20_261_120);
    for (let round = 0; round < pickSize(500, 5_000); round++) {
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

describe("coupons", () => {
  const bag = [{ unitPrice: 100_000, quantity: 2 }];
  const sum = (coupon: Coupon | null) => calculateTotals(bag, { cgst: 9, sgst: 9, coupon });

  test("the shop has the coupon of the specification if the owner has not set a coupon (§9, D5, D10)", () => {
    const standard = getCoupon({});
    expect(standard).toEqual({ name: "#SALE30", amount: 99 });
    expect(standard && describeCoupon(standard)).toBe("₹99 off this order");
    expect(describeIncluded({ coupon: 9_900, shipping: 0 })).toBe("GST and ₹99 off included");
    expect(COUPON_APPLIED).toBe("Coupon auto-applied at checkout");
  });

  test("the coupon takes off an amount, or a percentage of the total with GST, to the paisa", () => {
    expect(sum({ name: "TEN", percent: 10 })).toMatchObject({ coupon: 23_600, payable: 212_400 });
    expect(sum({ name: "ODD", percent: 3.33 })).toMatchObject({ coupon: 7_859 });
    expect(sum({ name: "BIG", amount: 5_000 })).toMatchObject({ coupon: 236_000, payable: 0 });
    expect(describeCoupon({ name: "TEN", percent: 10 })).toBe("10% off this order");
  });

  test("the coupon applies only if the subtotal reaches the coupon's minimum", () => {
    const from = (rupees: number) => ({ name: "FROM", amount: 150, from: rupees });
    expect(sum(from(2_000)).coupon).toBe(15_000);
    expect(sum(from(2_000.01)).coupon).toBe(0);
    expect(describeCoupon(from(2_000))).toBe("₹150 off orders of ₹2,000 or more");
  });

  test("a shop whose owner has switched off the coupon gives no discount", () => {
    expect(sum(null)).toMatchObject({ coupon: 0, payable: 236_000 });
    expect(getCoupon({ coupon: null })).toBeNull();
  });
});

describe("several tax rates", () => {
  const bag = [
    { unitPrice: 49_950, quantity: 1 },
    { unitPrice: 10_010, quantity: 3, gstRate: 5 },
    { unitPrice: 5_050, quantity: 1 },
  ];

  test("goods with several tax rates are taxed rate by rate, and the taxes add up (D6, D8)", () => {
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

  test("goods that share one tax rate have the same totals as in a shop with that rate", () => {
    const random = createRandom(20_261_124);
    for (let round = 0; round < pickSize(100, 500); round++) {
      const lines = Array.from({ length: 1 + random(9) }, () => ({
        unitPrice: random(1_000_000),
        quantity: 1 + random(9),
      }));
      const gstRate = (1 + random(4_999)) / 50;
      const sameRateLines = lines.map((line) => ({ ...line, gstRate }));
      expect(calculateTotals(sameRateLines)).toEqual(
        calculateTotals(lines, { cgst: gstRate / 2, sgst: gstRate / 2 }),
      );
    }
  });
});

describe("shipping", () => {
  const shipping = { fee: 80, freeFrom: 999 };
  const rates = { ...TAX_RATES, shipping };

  test("the shipping fee applies to orders below the amount for free shipping and is taxed like the goods (D9)", () => {
    const bag = [{ unitPrice: 49_950, quantity: 1 }];
    // 9 % of ₹579.50 is ₹52.155, which is rounded up to ₹52.16.
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
    expect(toResponseTotals(calculateTotals(bag, rates))).toMatchObject({
      shipping: 80,
      totalAmount: 683.82,
    });
  });

  test("the coupon never reduces the shipping fee, and a coupon in percent is calculated from the goods only", () => {
    const small = calculateTotals([{ unitPrice: 5_000, quantity: 1 }], rates);
    expect(small).toMatchObject({ coupon: 5_900, payable: 9_440 });
    const coupon = { name: "TEN", percent: 10 };
    expect(calculateTotals([{ unitPrice: 50_000, quantity: 1 }], { ...rates, coupon })).toMatchObject({
      coupon: 5_900,
      payable: 62_540,
    });
  });

  test("the shipping fee is taxed at the rates of the goods in proportion to their value (D6)", () => {
    const random = createRandom(20_261_126);
    for (let round = 0; round < pickSize(200, 2_000); round++) {
      const lines = Array.from({ length: 1 + random(6) }, () => ({
        unitPrice: random(4) === 0 ? 0 : random(300_000),
        quantity: 1 + random(9),
        gstRate: [undefined, 3, 5, 40][random(4)],
      }));
      const taxRates = { ...TAX_RATES, shipping: { fee: random(50_000) / 100 } };
      const totals = calculateTotals(lines, taxRates);
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
      const whole = listTaxes(addShipping(lines, totals.shipping), taxRates);
      expect(whole.reduce((sum, { cgst }) => sum + cgst, 0)).toBe(totals.cgst);
    }
  });

  test.each([
    [0, 0, "GST included"],
    [0, 118, "GST and ₹1.18 off included"],
    [8_000, 0, "GST and shipping included"],
    [8_000, 9_900, "GST, shipping and ₹99 off included"],
  ])("a total with %i paise shipping and %i paise coupon has the label %s", (shippingPaise, coupon, label) =>
    expect(describeIncluded({ coupon, shipping: shippingPaise })).toBe(label),
  );
});

test("the price with GST is calculated from the price and the tax rates", () =>
  expect(formatInclusivePrice(49_900, { cgst: 9, sgst: 9 }, {})).toBe("₹588.82 including GST"));

/** Gives the same numbers in every run, so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
