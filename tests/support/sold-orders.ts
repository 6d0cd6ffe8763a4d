import { formatInvoiceNumber, getSeries, type InvoiceKind } from "#shop/documents/invoice-number.ts";
import fc from "fast-check";
import { generateUuid } from "#platform/ids.ts";
import { calculateWorth, countPieces, type PaidOrder, type Pieces } from "#shop/orders/returned-pieces.ts";
import type { CompanyPlace } from "#shop/pricing/gstin.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import type { PricedLine } from "#shop/pricing/gst.ts";
import type { Recipient } from "../../shop/documents/recipient.ts";
import { invoice } from "../../shop/documents/server/tables.ts";
import { orderLine, orders } from "../../shop/orders/server/tables.ts";
import type { TestContext } from "./database.ts";
import { ordinary } from "./past-orders.ts";
import { sampleSeller } from "./samples.ts";

// This module generates orders, and inserts them with their invoices and credit notes.

export interface SoldOrder {
  lines: { unitPrice: number; quantity: number; hsn: string | null; gstRate?: number | null }[];
  state: string;
  /** The company's GSTIN; null for a person. */
  taxCode: string | null;
  company?: string;
  /** The owner's rule for the place of supply of companies. The default is the delivery address. */
  companyPlace?: CompanyPlace;
  rate: number;
  shippingFee?: number;
  soldOn: Date;
  /** Refunds the share `part` of the payment. With `line`, returns that share of the line's remaining pieces. */
  refunds: { part: number; on: Date; line?: number }[];
  /** True if the order was cancelled before payment. It then has no documents. */
  isUnpaid?: boolean;
}

function buildSoldOrders(sold: readonly SoldOrder[]) {
  const accountId = generateUuid();
  const built = sold.map((each, at) => ({ each, id: generateUuid(), orderId: `TRV-${at}` })).map(buildOrder);
  return {
    orders: built.map(({ order }) => ({ ...order, accountId })),
    lines: built.flatMap(({ lines }) => lines),
    papers: numberPapers(
      built
        .filter(({ each }) => !each.isUnpaid)
        .flatMap(({ each, order, lines }) => listPapers(each, order, lines)),
    ),
  };
}

function buildOrder({ each, id, orderId }: { each: SoldOrder; id: string; orderId: string }) {
  const { company = "Lake Café LLP", taxCode, rate, shippingFee = 0, isUnpaid } = each;
  const lines = each.lines.map((line, at) => ({
    gstRate: null,
    ...line,
    orderId: id,
    line: at + 1,
    productId: `piece-${at}`,
    title: "Bowl",
    imageUrl: null,
  }));
  const order = {
    ...ordinary,
    ...calculateTotals(lines, { cgst: rate, sgst: rate, shipping: { fee: shippingFee } }),
    id,
    orderId,
    cgstRate: rate,
    sgstRate: rate,
    status: isUnpaid ? ("Cancelled" as const) : ("Processing" as const),
    paymentStatus: isUnpaid ? ("Expired" as const) : ("Completed" as const),
    shippingAddress: { ...ordinary.shippingAddress, state: each.state },
    companyInvoice:
      taxCode === null ? null : { name: company, address: "2 MG Road", taxCode, email: "a@b.example" },
    createdAt: each.soldOn,
    updatedAt: each.soldOn,
  };
  return { each, order, lines };
}

export async function writeSoldOrders(
  { db }: Pick<TestContext, "db">,
  sold: readonly SoldOrder[],
): Promise<void> {
  if (sold.length === 0) return;
  const built = buildSoldOrders(sold);
  await db.insert(orders).values(built.orders);
  await db.insert(orderLine).values(built.lines);
  for (const kind of ["invoice", "credit-note"] as const) {
    const ofKind = built.papers.filter((paper) => paper.kind === kind);
    if (ofKind.length > 0) await db.insert(invoice).values(ofKind);
  }
}

interface PaperInput {
  kind: InvoiceKind;
  orderId: string;
  amount: number;
  issuedAt: Date;
  recipient: Recipient | null;
  pieces: Pieces[] | null;
}

function listPapers(
  { refunds, soldOn, companyPlace }: SoldOrder,
  order: PaidOrder & Recipient & { id: string },
  lines: readonly (Pieces & PricedLine)[],
): PaperInput[] {
  const { id: orderId, payable, shippingAddress, contact, companyInvoice } = order;
  const recipient = companyPlace ? { shippingAddress, contact, companyInvoice, companyPlace } : null;
  const about = { orderId, recipient };
  let left = payable;
  const back: Pieces[] = [];
  const notes = refunds
    .map((refund, at) => ({
      ...refund,
      issuedAt: new Date(Math.max(refund.on.getTime(), soldOn.getTime()) + at + 1),
    }))
    .toSorted((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime())
    .map(({ part, line, issuedAt }): PaperInput => {
      const pieces = line === undefined ? null : pickPieces(lines[line % lines.length], back, part);
      const worth = pieces ? calculateWorth(order, lines, back, pieces) : Math.floor(payable * part);
      const amount = Math.min(worth, left);
      left -= amount;
      if (amount > 0) back.push(...(pieces ?? []));
      return { ...about, kind: "credit-note", amount, issuedAt, pieces };
    });
  const sale: PaperInput = { ...about, kind: "invoice", amount: payable, issuedAt: soldOn, pieces: null };
  return [sale, ...notes.filter(({ amount }) => amount > 0)];
}

/** Returns the share `part` of a line's remaining pieces, but at least one piece. Returns null if no piece remains. */
function pickPieces(line: Pieces | undefined, back: readonly Pieces[], part: number): Pieces[] | null {
  const { productId, quantity } = line ?? { productId: "", quantity: 0 };
  const left = quantity - countPieces(back, productId);
  return left > 0 ? [{ productId, quantity: Math.max(1, Math.floor(left * part)) }] : null;
}

function numberPapers(papers: readonly PaperInput[]) {
  const lastNumbers = new Map<string, number>();
  const invoiceOf = new Map<string, string>();
  const { gstin, state, tradeName, phone, email } = sampleSeller;
  return papers
    .toSorted((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime())
    .map((paper) => {
      const series = getSeries(paper.kind, paper.issuedAt);
      const serial = (lastNumbers.get(series) ?? 0) + 1;
      lastNumbers.set(series, serial);
      const number = formatInvoiceNumber(series, serial);
      if (paper.kind === "invoice") invoiceOf.set(paper.orderId, number);
      const corrects = paper.kind === "invoice" ? null : (invoiceOf.get(paper.orderId) ?? null);
      return { ...paper, number, corrects, seller: { gstin, state, tradeName, phone, email } };
    });
}

const DAY_MS = 86_400_000;

/** Pairs of successive months: one within a financial year, and one across its end. */
export const soldMonths = [
  ["2026-10", "2026-11"],
  ["2027-03", "2027-04"],
] as const;

type Months = (typeof soldMonths)[number];

/** Generates times. The earliest is ten days before the first month, because an order may be older than the report. */
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
