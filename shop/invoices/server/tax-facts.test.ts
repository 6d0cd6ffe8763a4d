import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculatePercent } from "#contract/money.ts";
import {
  expectToAddUp,
  percent,
  sell,
  soldGoods,
  sum,
  sumTaxes,
  variedGoods,
} from "../../../tests/support/sample-invoice.ts";
import { type Coupon } from "#shop/pricing/coupon.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import { calculateWorth, countPieces, listRemaining, type Pieces } from "#shop/orders/returned-pieces.ts";
import {
  calculateCreditFacts,
  calculateSaleFacts,
  type Credit,
  type SoldGoods,
  type TaxFacts,
} from "./tax-facts.ts";

const anyGoods = fc.oneof(soldGoods, variedGoods);

const line = (productId: string, unitPrice: number, quantity = 1): SoldGoods => ({
  productId,
  title: productId,
  quantity,
  unitPrice,
  hsn: "4419",
});

describe("rounding and taxes on invoices (D6, D8)", () => {
  test("every column of an invoice adds up, for any goods and rates, within and across states (D6, D8)", () => {
    fc.assert(
      fc.property(anyGoods, percent, percent, fc.boolean(), (lines, cgst, sgst, interState) => {
        const order = sell(lines, { cgst, sgst });
        const facts = calculateSaleFacts(order, lines, interState);
        expectToAddUp(facts);
        expect(facts).toMatchObject({ taxable: order.subtotal, coupon: order.coupon, amount: order.payable });
        expect(facts.lines.map(({ taxable }) => taxable)).toEqual(
          lines.map(({ unitPrice, quantity }) => unitPrice * quantity),
        );
        expect(Math.abs(facts.roundOff)).toBeLessThanOrEqual(lines.length + 6);
      }),
    );
  });

  test("an invoice rounds the tax of each line half up, and its round-off is the difference to the paid amount (D6, D8)", () => {
    const lines = [line("bowl", 44_950), line("tray", 44_950)];
    // 9 % of ₹449.50 is ₹40.455, rounded up to ₹40.46 on each line. 18 % of ₹449.50 is ₹80.91 without rounding.
    const inside = calculateSaleFacts(sell(lines), lines, false);
    expect(inside.lines.map(({ cgst, sgst }) => [cgst, sgst])).toEqual([
      [4_046, 4_046],
      [4_046, 4_046],
    ]);
    expect(inside).toMatchObject({ cgst: 8_092, sgst: 8_092, roundOff: -2, amount: 96_182 });
    const across = calculateSaleFacts(sell(lines), lines, true);
    expect(across).toMatchObject({ igst: 16_182, roundOff: 0, amount: 96_182 });
  });

  test("an invoice has IGST of 18 % on each line, rounded half up without floating-point errors", () => {
    fc.assert(
      fc.property(soldGoods, (lines) => {
        for (const { igst, taxable } of calculateSaleFacts(sell(lines), lines, true).lines)
          expect(igst).toBe(Number((BigInt(taxable) * 18n + 50n) / 100n));
      }),
    );
  });
});

describe("credit notes", () => {
  /** Creates one credit note for each pick, either for money or for pieces, and a last one for the rest. */
  const toCredits = (
    lines: readonly SoldGoods[],
    picks: readonly [isMoney: boolean, part: number, isReduced: boolean][],
    order: ReturnType<typeof sell>,
  ): Credit[] => {
    const credits: Credit[] = [];
    let left = order.payable;
    const add = (credit: Credit) => {
      if (credit.amount <= 0 || credit.amount > left) return;
      credits.push(credit);
      left -= credit.amount;
    };
    for (const [isMoney, part, isReduced] of picks) {
      const back = credits.flatMap((credit): readonly Pieces[] => credit.pieces ?? []);
      const rest = listRemaining(lines, back);
      const some = rest[Math.floor(part * rest.length) % (rest.length || 1)];
      if (isMoney || !some) add({ amount: Math.floor(left * part), pieces: null });
      else {
        const pieces = [{ ...some, quantity: 1 + Math.floor(part * (some.quantity - 1)) }];
        const worth = Math.min(calculateWorth(order, lines, back, pieces), left);
        add({ amount: isReduced ? Math.floor(worth * part) : worth, pieces });
      }
    }
    return left > 0 ? [...credits, { amount: left, pieces: null }] : credits;
  };

  const picks = fc.array(
    fc.tuple(fc.boolean(), fc.double({ min: 0, max: 0.99, noNaN: true }), fc.boolean()),
    { maxLength: 6 },
  );

  const expectWithinRates = (note: TaxFacts, sale: TaxFacts) => {
    for (const { rate } of note.lines) {
      const sumOf = ({ lines }: TaxFacts) =>
        sum(lines.filter((one) => one.rate === rate).map((one) => one.taxable + sumTaxes(one)));
      expect(sumOf(note)).toBeLessThanOrEqual(sumOf(sale));
    }
  };

  const sellWithFee = (lines: readonly SoldGoods[], fee: number, coupon: Coupon | null) => ({
    ...calculateTotals(lines, { cgst: 9, sgst: 9, coupon, shipping: { fee } }),
    cgstRate: 9,
    sgstRate: 9,
  });

  test("a credit note for the full amount repeats the invoice line by line", () => {
    const lines = [line("bowl", 89_950, 2), line("tray", 249_950)];
    const order = sell(lines);
    const whole = [{ amount: order.payable, pieces: null }];
    expect(calculateCreditFacts(order, lines, true, whole)).toEqual(calculateSaleFacts(order, lines, true));
  });

  test("a credit note for a piece has the amounts of its invoice line, even after a credit note for an amount without pieces", () => {
    const lines = [line("spoon", 33_333), line("tray", 150_000)];
    const spoon = [{ productId: "spoon", quantity: 1 }];
    const worth = calculateWorth(sell(lines), lines, [], spoon);
    const credits = [
      { amount: 10_000, pieces: null },
      { amount: worth, pieces: spoon },
    ];
    const note = calculateCreditFacts(sell(lines), lines, true, credits);
    expect(note).toMatchObject({ taxable: 33_333, igst: 6_000, coupon: 39_333 - worth, roundOff: 0 });
    expect(note.lines).toMatchObject([{ productId: "spoon", quantity: 1, taxable: 33_333, igst: 6_000 }]);
  });

  test("if a piece is refunded at half its price, its credit note has half its taxable value, even after a refund of an amount without pieces", () => {
    const lines = [line("tray", 100_000)];
    const order = sellWithFee(lines, 0, null);
    const credits = [
      { amount: 39_333, pieces: null },
      { amount: 59_000, pieces: [{ productId: "tray", quantity: 1 }] },
    ];
    // ₹1,180.00 was paid for ₹1,000.00 before tax, so ₹590.00 is a refund of ₹500.00 before tax.
    expect(calculateCreditFacts(order, lines, true, credits)).toMatchObject({
      taxable: 50_000,
      igst: 9_000,
      coupon: 0,
      roundOff: 0,
    });
  });

  test("a refund of shipping does not credit goods that the coupon paid for", () => {
    const lines = [line("bowl", 89_900, 2)];
    const order = sellWithFee(lines, 80, { name: "F", amount: 5_000 });
    const credits = [
      { amount: 4_720, pieces: null },
      { amount: 0, pieces: [{ productId: "bowl", quantity: 2 }] },
    ];
    const [shipping, goods] = credits.map((_, at) =>
      calculateCreditFacts(order, lines, true, credits.slice(0, at + 1)),
    );
    expect(shipping).toMatchObject({ taxable: 4_000, igst: 720, coupon: 0, roundOff: 0 });
    expect(goods).toMatchObject({ taxable: 179_800, igst: 32_364, coupon: 212_164, roundOff: 0 });
  });

  test("a credit note for some pieces has the tax rate of these pieces and the money that was paid for them", () => {
    const lines = [{ ...line("spoon", 100_000), gstRate: 5 }, line("tray", 100_000)];
    const order = sell(lines);
    const worth = (productId: string) => calculateWorth(order, lines, [], [{ productId, quantity: 1 }]);
    // The prices are ₹1050.00 at 5 % and ₹1180.00 at 18 %. Each is reduced by its share of the coupon of ₹99.
    expect([worth("spoon"), worth("tray"), order.payable]).toEqual([100_339, 112_761, 213_100]);
    const credit = (amount: number) => ({ amount, pieces: [{ productId: "spoon", quantity: 1 }] });
    const note = calculateCreditFacts(order, lines, true, [credit(worth("spoon"))]);
    expect(note).toMatchObject({ taxable: 100_000, igst: 5_000, coupon: 4_661, roundOff: 0 });
    const part = calculateCreditFacts(order, lines, true, [credit(50_000)]);
    expect(part.lines).toMatchObject([{ productId: "spoon", rate: 5 }]);
    // Less than ₹1500 was paid for the goods taxed at 5 %, so the rest is credited at 18 %.
    const more = calculateCreditFacts(order, lines, true, [credit(150_000)]);
    expect(more.lines).toMatchObject([{ rate: 5 }, { rate: 18 }]);
  });

  test("a returned piece of ₹899 is credited with a taxable value of ₹899, even if the order has several tax rates and a shipping fee (T54)", () => {
    for (const gstRate of [5, 12, null])
      for (const fee of [0, 49, 49.5, 80, 99.05])
        for (const isOtherState of [true, false]) {
          const lines = [
            { ...line("bowl", 89_900, 2), gstRate: 5 },
            { ...line("tray", 149_900), gstRate },
          ];
          const order = sellWithFee(lines, fee, null);
          const pieces = [{ productId: "bowl", quantity: 1 }];
          const amount = calculateWorth(order, lines, [], pieces);
          const { lines: credited, coupon } = calculateCreditFacts(order, lines, isOtherState, [
            { amount, pieces },
          ]);
          expect([credited.map(({ taxable }) => taxable), coupon], `${gstRate}, ₹${fee}`).toEqual([
            [89_900],
            0,
          ]);
        }
  });

  test("credit notes in any order are never negative, add up to the invoice, and credit at most price × quantity for each line (D6, D8, T54)", () => {
    const fees = fc.constantFrom(0, 49.5, 80, 1_250.05);
    const coupons = fc.constantFrom<Coupon | null>(
      null,
      { name: "A", amount: 99 },
      { name: "P", percent: 12.5 },
      { name: "F", amount: 100_000_000_000 },
    );
    fc.assert(
      fc.property(anyGoods, picks, fc.boolean(), fees, coupons, (lines, value, interState, fee, coupon) => {
        const order = sellWithFee(lines, fee, coupon);
        fc.pre(order.subtotal > 0);
        const sale = calculateSaleFacts(order, lines, interState);
        const credits = toCredits(lines, value, order);
        const notes: TaxFacts[] = [];
        for (const [at, { pieces, amount }] of credits.entries()) {
          const note = calculateCreditFacts(order, lines, interState, credits.slice(0, at + 1));
          expectToAddUp(note, lines.length + 8);
          expectWithinRates(note, sale);
          expect(Math.min(note.taxable, sumTaxes(note), note.coupon)).toBeGreaterThanOrEqual(0);
          const isWhole = pieces === null && amount === order.payable;
          for (const { productId, unitPrice } of lines) {
            const [creditedLine] = note.lines.filter(
              (one) => one.productId === productId && one.quantity > 0,
            );
            const quantity = isWhole
              ? sum(lines.filter((one) => one.productId === productId).map((one) => one.quantity))
              : countPieces(pieces ?? [], productId);
            expect(creditedLine?.quantity ?? 0).toBe(quantity);
            expect(creditedLine?.taxable ?? 0).toBeLessThanOrEqual(unitPrice * quantity);
          }
          expect(Math.abs(note.roundOff)).toBeLessThanOrEqual(2 * lines.length + 8);
          notes.push(note);
        }
        if (order.payable > 0)
          for (const figure of ["taxable", "igst", "cgst", "sgst", "coupon", "roundOff", "amount"] as const)
            expect(sum(notes.map((note) => note[figure]))).toBe(sale[figure]);
      }),
    );
  });

  test("a credit note for pieces that the coupon paid for has the value of these pieces and no refund (T54)", () => {
    const lines = [line("bowl", 89_900, 2)];
    const order = sellWithFee(lines, 0, { name: "F", amount: 5_000 });
    const one = { amount: 0, pieces: [{ productId: "bowl", quantity: 1 }] };
    expect(calculateCreditFacts(order, lines, true, [one])).toMatchObject({
      taxable: 89_900,
      igst: 16_182,
      coupon: 106_082,
      roundOff: 0,
      amount: 0,
    });
    expect(calculateCreditFacts(order, lines, true, [one, one])).toMatchObject({
      taxable: 89_900,
      coupon: 106_082,
    });
  });
});

test("the invoice of an order that costs nothing has its full tax, which the coupon covers (D5)", () => {
  const lines = [line("spoon", 5_000)];
  expect(calculateSaleFacts(sell(lines), lines, false)).toMatchObject({
    taxable: 5_000,
    cgst: calculatePercent(5_000, 9),
    sgst: 450,
    coupon: 5_900,
    roundOff: 0,
    amount: 0,
  });
});
