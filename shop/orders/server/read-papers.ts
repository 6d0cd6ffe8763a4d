import { and, eq, gte, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database/database.ts";
import { isAnyOfMany } from "#platform/database/statement.ts";
import { pickFields } from "#contract/read.ts";
import type { InvoiceKind } from "../invoice-number.ts";
import { listChallans, listInvoices, readInvoices } from "./issue-invoice.ts";
import { listOrderLines } from "./order-goods.ts";
import {
  cancelledInvoice,
  type CancelledInvoiceRow,
  challan,
  type ChallanRow,
  invoice,
  type InvoiceRow,
  type OrderRow,
  orders,
} from "./tables.ts";

interface Period {
  from: Date;
  to: Date;
}

/** Selects all invoices, even cancelled ones, and credit notes. `isInPlace`: the invoice replaces a cancelled one. */
export function selectIssued(db: Db) {
  const issued = unionAll(
    db
      .select({
        ...pickFields(invoice, shared),
        kind: invoice.kind,
        replacedBy: sql<string | null>`null`.as("replaced_by"),
      })
      .from(invoice),
    db
      .select({
        ...pickFields(cancelledInvoice, shared),
        kind: sql<InvoiceKind>`'invoice'`.as("kind"),
        replacedBy: sql<string | null>`${cancelledInvoice.replacedBy}`.as("replaced_by"),
      })
      .from(cancelledInvoice),
  ).as("issued");
  return db
    .select({
      number: issued.number,
      kind: issued.kind,
      amount: issued.amount,
      issuedAt: issued.issuedAt,
      recipient: issued.recipient,
      replacedBy: issued.replacedBy,
      isInPlace:
        sql<boolean>`exists (select from ${cancelledInvoice} where ${cancelledInvoice.replacedBy} = ${issued.number})`.as(
          "is_in_place",
        ),
      orderId: orders.orderId,
      contact: orders.contact,
      shippingAddress: orders.shippingAddress,
      companyInvoice: orders.companyInvoice,
    })
    .from(issued)
    .innerJoin(orders, eq(orders.id, issued.orderId))
    .as("documents");
}

const shared = ["number", "orderId", "amount", "issuedAt", "recipient"] as const;

/** Returns the lines of an order, and the documents that were issued for the order and not cancelled. */
export async function readPapers(db: Db, order: Pick<OrderRow, "id">) {
  const [lines, invoices, challans] = await Promise.all([
    listOrderLines(db, [order.id]),
    readInvoices(db, order),
    listChallans(db, order.id),
  ]);
  return { lines, invoices, challans };
}

export async function findPaper(
  db: Db,
  number: string,
): Promise<{ challan?: ChallanRow; cancelled?: CancelledInvoiceRow; invoice?: InvoiceRow }> {
  const [travelling] = await db.select().from(challan).where(eq(challan.number, number));
  if (travelling) return { challan: travelling };
  const [cancelled] = await db.select().from(cancelledInvoice).where(eq(cancelledInvoice.number, number));
  if (cancelled) return { cancelled };
  const [issued] = await db.select().from(invoice).where(eq(invoice.number, number));
  return issued ? { invoice: issued } : {};
}

/** Returns the documents of a period. `sales` are invoices and credit notes with their orders, oldest first. */
export async function listPapers(db: Db, { from, to }: Period) {
  const [sales, cancelled, challans] = await Promise.all([
    listSales(db, { from, to }),
    db
      .select()
      .from(cancelledInvoice)
      .where(and(gte(cancelledInvoice.issuedAt, from), lt(cancelledInvoice.issuedAt, to)))
      .orderBy(cancelledInvoice.number),
    db
      .select()
      .from(challan)
      .where(and(gte(challan.issuedAt, from), lt(challan.issuedAt, to)))
      .orderBy(challan.number),
  ]);
  return { sales, cancelled, challans };
}

async function listSales(db: Db, { from, to }: Period) {
  const rows = await db
    .select()
    .from(invoice)
    .where(and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to)))
    .orderBy(invoice.issuedAt, invoice.number);
  const keysOf = (rows: readonly InvoiceRow[]) => [...new Set(rows.map(({ orderId }) => orderId))];
  const keys = keysOf(rows);
  const [sold, lines, papers] = await Promise.all([
    selectTaxedOrders(db, keys),
    listOrderLines(db, keys),
    // Only credit notes need the earlier documents of their order.
    listInvoices(db, keysOf(rows.filter(({ kind }) => kind === "credit-note"))),
  ]);
  const orderOf = new Map(sold.map((order) => [order.id, order]));
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return rows.flatMap((row) => {
    const order = orderOf.get(row.orderId);
    return order
      ? { row, order, lines: linesOf.get(order.id) ?? [], papers: papers.get(order.id) ?? [] }
      : [];
  });
}

/** Selects only the columns that the tax reports need, because a period may have thousands of orders. */
const selectTaxedOrders = (db: Db, keys: string[]) =>
  db
    .select({
      id: orders.id,
      orderId: orders.orderId,
      cgstRate: orders.cgstRate,
      sgstRate: orders.sgstRate,
      subtotal: orders.subtotal,
      shipping: orders.shipping,
      coupon: orders.coupon,
      payable: orders.payable,
      shippingAddress: orders.shippingAddress,
      contact: orders.contact,
      companyInvoice: orders.companyInvoice,
    })
    .from(orders)
    .where(isAnyOfMany(orders.id, keys));
