import type { Context } from "#platform/context.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import type { Recipient } from "#shop/documents/recipient.ts";
import { findBuyersPlace, isInterState, type PlaceOfSupply } from "#shop/documents/place-of-supply.ts";
import {
  calculateCreditFacts,
  calculateSaleFacts,
  type SoldGoods,
  type SoldOrder,
  type TaxFacts,
} from "./tax-facts.ts";
import type { Db } from "#platform/database/database.ts";
import { type InvoiceRow, listInvoices, listIssued } from "#shop/documents/server/index.ts";
import { listSoldOrders } from "#shop/orders/server/index.ts";

export interface TaxDocument {
  row: InvoiceRow;
  order: TaxedOrder;
  recipient: Recipient;
  seller: NamedSeller | null;
  placeOfSupply: PlaceOfSupply;
  corrects: InvoiceRow | null;
  facts: TaxFacts;
}

interface TaxedOrder extends SoldOrder, Recipient {
  id: string;
  orderId: string;
}

export async function listTaxDocuments(context: Context, period: { from: Date; to: Date }) {
  const currentSeller = findSeller(context);
  const { sales, cancelled, challans } = await listIssued(context.db, period);
  const notes = sales.filter(({ kind }) => kind === "credit-note");
  // Only credit notes need the earlier documents of their order.
  const papers = await listInvoices(
    context.db,
    notes.map(({ orderId }) => orderId),
  );
  const documents = (await joinOrders(context.db, sales)).map(({ row, order, lines }) =>
    describeTaxDocument(row, order, lines, { issued: papers.get(order.id) ?? [], currentSeller }),
  );
  return { documents, cancelled, challans };
}

/** Returns each document with its order and the order's lines. */
export async function joinOrders<Row extends { number: string; orderId: string }>(
  db: Db,
  rows: readonly Row[],
) {
  const keys = [...new Set(rows.map(({ orderId }) => orderId))];
  const sold = new Map((await listSoldOrders(db, keys)).map((each) => [each.order.id, each]));
  return rows.map((row) => {
    const match = sold.get(row.orderId);
    // A tax report without this document would be wrong.
    if (!match) throw new Error(`The order of ${row.number} is missing.`);
    return { row, ...match };
  });
}

export function describeTaxDocument(
  row: InvoiceRow,
  order: TaxedOrder,
  lines: readonly SoldGoods[],
  { issued, currentSeller }: { issued: readonly InvoiceRow[]; currentSeller: NamedSeller | null },
): TaxDocument {
  const recipient = row.recipient ?? order;
  const seller = row.seller ?? currentSeller;
  const placeOfSupply = findBuyersPlace(recipient);
  const interState = isInterState(placeOfSupply, seller);
  const corrects = issued.find(({ number }) => number === row.corrects) ?? null;
  const taxFacts =
    row.kind === "invoice"
      ? calculateSaleFacts(order, lines, interState)
      : calculateCreditFacts(order, lines, interState, [...listCreditsBefore(row, issued), row]);
  return { row, order, recipient, seller, placeOfSupply, corrects, facts: taxFacts };
}

const listCreditsBefore = (row: InvoiceRow, issued: readonly InvoiceRow[]): InvoiceRow[] =>
  issued.filter((other) => other.kind === "credit-note" && compareIssue(other, row) < 0);

const compareIssue = (first: InvoiceRow, other: InvoiceRow): number =>
  first.issuedAt.getTime() - other.issuedAt.getTime() || (first.number < other.number ? -1 : 1);
