import fc from "fast-check";
import { generateUuid } from "#platform/ids.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import { formatInvoiceNumber, getSeries, type InvoiceKind } from "../../shop/orders/invoice-number.ts";
import { invoice, orderLine, orders } from "../../shop/orders/server/tables.ts";
import type { TestContext } from "./database.ts";
import { ordinary } from "./past-orders.ts";
import { sampleSeller } from "./sample-seller.ts";

/** An order with its papers, as far as the books are about it. */
export interface SoldOrder {
  lines: { unitPrice: number; quantity: number; hsn: string | null }[];
  state: string;
  /** The tax code of its company; null for a person. */
  taxCode: string | null;
  rate: number;
  soldOn: Date;
  /** Parts of what was paid that went back, each with its day; their sum is 1 at most. */
  refunds: { part: number; on: Date }[];
  /** Cancelled before it was paid: no paper was ever given. */
  isUnpaid?: boolean;
}

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

/** Writes orders and their papers as they would be by now, numbers in the order of the days. */
export async function writeSoldOrders(
  { db }: Pick<TestContext, "db">,
  sold: readonly SoldOrder[],
): Promise<void> {
  const accountId = generateUuid();
  const rows = sold.map((each, at) => ({
    each,
    id: generateUuid(),
    orderId: `TRV-${at}`,
    ...toTotals(each),
  }));
  if (rows.length === 0) return;
  await db.insert(orders).values(
    rows.map(({ each, id, orderId, ...totals }) => ({
      ...ordinary,
      ...totals,
      id,
      orderId,
      accountId,
      cgstRate: each.rate,
      sgstRate: each.rate,
      status: each.isUnpaid ? ("Cancelled" as const) : ("Processing" as const),
      paymentStatus: each.isUnpaid ? ("Expired" as const) : ("Completed" as const),
      shippingAddress: { ...ordinary.shippingAddress, state: each.state },
      companyInvoice:
        each.taxCode === null
          ? null
          : { name: "Lake Café LLP", address: "2 MG Road", taxCode: each.taxCode, email: "a@b.example" },
      createdAt: each.soldOn,
      updatedAt: each.soldOn,
    })),
  );
  await db.insert(orderLine).values(
    rows.flatMap(({ each, id }) =>
      each.lines.map((line, at) => ({
        ...line,
        orderId: id,
        line: at + 1,
        productId: `piece-${at}`,
        title: "Bowl",
        imageUrl: null,
      })),
    ),
  );
  const papers = numberPapers(rows.filter(({ each }) => !each.isUnpaid).flatMap(listPapers));
  for (const kind of ["invoice", "credit-note"] as const) {
    const ofKind = papers.filter((paper) => paper.kind === kind);
    if (ofKind.length > 0) await db.insert(invoice).values(ofKind);
  }
}

const toTotals = ({ lines, rate }: SoldOrder) => calculateTotals(lines, { cgst: rate, sgst: rate });

interface Paper {
  kind: InvoiceKind;
  orderId: string;
  amount: number;
  issuedAt: Date;
}

function listPapers({ id, payable, each }: { id: string; payable: number; each: SoldOrder }): Paper[] {
  const sale: Paper = { kind: "invoice", orderId: id, amount: payable, issuedAt: each.soldOn };
  const notes = each.refunds.map(({ part, on }, at): Paper => {
    // One after another, after the sale, and together no more than was paid.
    const issuedAt = new Date(Math.max(on.getTime(), each.soldOn.getTime()) + at + 1);
    return { kind: "credit-note", orderId: id, amount: Math.floor(payable * part), issuedAt };
  });
  return [sale, ...notes.filter(({ amount }) => amount > 0)];
}

function numberPapers(papers: readonly Paper[]) {
  const given = { invoice: 0, "credit-note": 0 };
  const invoiceOf = new Map<string, string>();
  const { gstin, state, tradeName, phone, email } = sampleSeller;
  return papers
    .toSorted((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime())
    .map((paper) => {
      const number = formatInvoiceNumber(getSeries(paper.kind, paper.issuedAt), ++given[paper.kind]);
      if (paper.kind === "invoice") invoiceOf.set(paper.orderId, number);
      const corrects = paper.kind === "invoice" ? null : (invoiceOf.get(paper.orderId) ?? null);
      return { ...paper, number, corrects, seller: { gstin, state, tradeName, phone, email } };
    });
}
