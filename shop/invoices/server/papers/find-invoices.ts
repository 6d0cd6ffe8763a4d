import { findSeller } from "#shop/seller/server/index.ts";
import type { Context } from "#platform/context.ts";
import { buildInvoice, type Invoice } from "../../invoice.ts";
import type { InvoiceSource } from "../../invoice-source.ts";
import { findPlaceOfSupply, isInterState } from "#shop/orders/place-of-supply.ts";
import { calculateSaleFacts } from "../../tax-facts.ts";
import {
  type InvoiceRow,
  listInvoices,
  listOrderLines,
  type OrderLineRow,
  type OrderRow,
} from "#shop/orders/server/index.ts";
import { describeTaxDocument } from "../tax-documents.ts";

/** A document of an order as it will be drawn. `row` is null for the summary of one that has no invoice yet. */
export interface FoundInvoice {
  row: InvoiceRow | null;
  content: Invoice;
  date: Date;
}

/** The invoice of an order, or its summary before that (D92), and its credit notes, the earliest first. */
export async function findInvoices(context: Context, order: OrderRow): Promise<FoundInvoice[]> {
  const [lines, found] = await Promise.all([
    listOrderLines(context.db, [order.id]),
    listInvoices(context.db, [order.id]),
  ]);
  const given = (found.get(order.id) ?? []).toSorted(
    (one, other) => one.issuedAt.getTime() - other.issuedAt.getTime(),
  );
  const sale = given.find(({ kind }) => kind === "invoice") ?? null;
  const notes = given.filter(({ kind }) => kind === "credit-note");
  return [sale, ...notes].map((row) => ({
    row,
    date: row?.issuedAt ?? order.createdAt,
    content: buildInvoice(describeSource(context, order, lines, given, row)),
  }));
}

function describeSource(
  context: Context,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  given: readonly InvoiceRow[],
  row: InvoiceRow | null,
): InvoiceSource {
  const { orderId, createdAt, status, paymentStatus, paymentMethod, cgstRate, sgstRate, payable } = order;
  const today = findSeller(context);
  const { recipient, seller, placeOfSupply, corrects, facts } = row
    ? describeTaxDocument(row, order, lines, { given, today })
    : describeSummary(order, lines, today);
  return {
    kind: row?.kind ?? "summary",
    orderId,
    orderedAt: createdAt,
    given: row,
    corrects,
    paymentStatus,
    paymentMethod,
    seller,
    recipient,
    placeOfSupply,
    rates: { cgst: cgstRate, sgst: sgstRate },
    facts,
    pieces: row?.pieces ?? null,
    payable,
    cancelledAt: status === "Cancelled" ? (order.cancellationDecidedAt ?? order.updatedAt) : null,
    credits: given.filter(({ kind }) => kind === "credit-note"),
  };
}

function describeSummary(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  seller: ReturnType<typeof findSeller>,
) {
  const placeOfSupply = findPlaceOfSupply(order.shippingAddress);
  const facts = calculateSaleFacts(order, lines, isInterState(placeOfSupply, seller));
  return { recipient: order, seller, placeOfSupply, corrects: null, facts };
}
