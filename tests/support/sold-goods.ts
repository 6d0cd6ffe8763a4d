import fc from "fast-check";
import { expect } from "vitest";
import { calculateTotals } from "#shop/pricing/totals.ts";
import type { SoldGoods, TaxFacts } from "../../shop/invoices/server/tax-facts.ts";

/** Any rate of the owner's file. */
export const percent = fc.integer({ min: 0, max: 2_800 }).map((hundredths) => hundredths / 100);
/** Any bag, as it is sold; products are named by their place in it. */
export const soldGoods = fc
  .array(
    fc.record({
      title: fc.constant("Bowl"),
      quantity: fc.integer({ min: 1, max: 999 }),
      unitPrice: fc.integer({ min: 0, max: 1_000_000_000 }),
      hsn: fc.constantFrom("4419", "442011", null),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((lines): SoldGoods[] => lines.map((line, at) => ({ productId: String(at), ...line })));

/** The same, of goods that may have a rate of their own. */
export const variedGoods = fc
  .tuple(soldGoods, fc.array(fc.constantFrom(null, 5, 12, 18, 28, 0.5), { minLength: 40, maxLength: 40 }))
  .map(([lines, rates]): SoldGoods[] => lines.map((line, at) => ({ ...line, gstRate: rates[at] ?? null })));

export const sell = (lines: readonly SoldGoods[], rates = { cgst: 9, sgst: 9 }) => {
  const totals = calculateTotals(lines, rates);
  return { ...totals, cgstRate: rates.cgst, sgstRate: rates.sgst };
};

export const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
export const sumTaxes = ({ igst, cgst, sgst }: Pick<TaxFacts, "igst" | "cgst" | "sgst">) =>
  igst + cgst + sgst;

/** Each column is the sum of its lines, and all of them make the amount. */
export function expectToAddUp(facts: TaxFacts, slack = 4): void {
  for (const column of ["taxable", "igst", "cgst", "sgst"] as const)
    expect(sum(facts.lines.map((line) => line[column]))).toBe(facts[column]);
  const { taxable, coupon, roundOff, amount } = facts;
  expect(taxable + sumTaxes(facts) - coupon + roundOff).toBe(amount);
  for (const line of facts.lines) {
    expect(Math.min(line.taxable, line.igst, line.cgst, line.sgst)).toBeGreaterThanOrEqual(0);
    // Each of two taxes is within a paisa of its part of a sum that is itself within one; so is what they are taken of.
    expect(Math.abs(sumTaxes(line) - (line.taxable * line.rate) / 100)).toBeLessThan(slack + line.rate / 100);
  }
}
