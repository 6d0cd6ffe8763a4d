import fc from "fast-check";
import { expect } from "vitest";
import { calculateTotals } from "#shop/pricing/totals.ts";
import type { InvoiceSource } from "../../shop/invoices/server/papers/invoice.ts";
import {
  calculateCreditFacts,
  calculateSaleFacts,
  type SoldGoods,
  type TaxFacts,
} from "../../shop/invoices/server/tax-facts.ts";
import { findPlaceOfSupply, isInterState } from "../../shop/documents/place-of-supply.ts";
import { sampleSeller } from "./samples.ts";

const soldBowlAndPlatter: SoldGoods[] = [
  { productId: "bowl", title: "Roz Acacia Everyday Bowl", unitPrice: 89_900, quantity: 2, hsn: "4419" },
  { productId: "platter", title: "Teak Platter", unitPrice: 14_812_350, quantity: 1, hsn: null },
];

interface Change extends Partial<InvoiceSource> {
  goods?: SoldGoods[];
  state?: string;
  /** The refunded amount in paise; only for a credit note. */
  refunded?: number;
}

export function createInvoiceSource({
  goods = soldBowlAndPlatter,
  state = "Gujarat",
  refunded,
  ...change
}: Change = {}): InvoiceSource {
  const order = { ...calculateTotals(goods), cgstRate: 9, sgstRate: 9 };
  const recipient = {
    shippingAddress: {
      street: "14 Lake View Road",
      city: "Surat",
      state,
      zipCode: "395002",
      country: "India",
      phoneNumber: "9876543210",
    },
    contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
    companyInvoice: null,
  };
  const seller = change.seller === undefined ? sampleSeller : change.seller;
  const placeOfSupply = findPlaceOfSupply(recipient.shippingAddress);
  const isAway = isInterState(placeOfSupply, seller);
  const issuedAt = new Date("2026-11-20T18:45:00.000Z");
  return {
    kind: "invoice",
    orderId: "TRV-7K2M9Q",
    orderedAt: issuedAt,
    numberedDocument: { number: "26-27/000123", issuedAt },
    corrects: null,
    paymentStatus: "Completed",
    paymentMethod: "card",
    seller,
    recipient,
    placeOfSupply,
    facts:
      refunded === undefined
        ? calculateSaleFacts(order, goods, isAway)
        : calculateCreditFacts(order, goods, isAway, [{ amount: refunded, pieces: null }]),
    cancelledAt: null,
    credits: [],
    ...change,
  };
}

export const percent = fc.integer({ min: 0, max: 2_800 }).map((hundredths) => hundredths / 100);
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

/** Generates sold lines, some of which have their own tax rate. */
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

export function expectToAddUp(facts: TaxFacts, slack = 4): void {
  for (const column of ["taxable", "igst", "cgst", "sgst"] as const)
    expect(sum(facts.lines.map((line) => line[column]))).toBe(facts[column]);
  const { taxable, coupon, roundOff, amount } = facts;
  expect(taxable + sumTaxes(facts) - coupon + roundOff).toBe(amount);
  for (const line of facts.lines) {
    expect(Math.min(line.taxable, line.igst, line.cgst, line.sgst)).toBeGreaterThanOrEqual(0);
    // CGST, SGST and the taxable value are each rounded to a paisa, so the sum may differ by a few paise.
    expect(Math.abs(sumTaxes(line) - (line.taxable * line.rate) / 100)).toBeLessThan(slack + line.rate / 100);
  }
}
