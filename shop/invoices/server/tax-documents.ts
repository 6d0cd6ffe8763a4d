import { and, gte, lt, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { isAnyOfMany } from "#platform/database/statement.ts";
import type { Context } from "#platform/context.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import type { Recipient } from "#shop/orders/recipient.ts";
import { findBuyersPlace, isInterState, type PlaceOfSupply } from "#shop/orders/place-of-supply.ts";
import { calculateCreditFacts, calculateSaleFacts, type SoldGoods, type TaxFacts } from "./tax-facts.ts";
import {
  invoice,
  type InvoiceRow,
  listInvoices,
  orderLine,
  type OrderRow,
  orders,
} from "#shop/orders/server/index.ts";

/** An invoice or a credit note with its GST data, as on the day it was issued. */
export interface TaxDocument {
  row: InvoiceRow;
  order: TaxedOrder;
  recipient: Recipient;
  /** Null until the owner has entered the seller. */
  seller: NamedSeller | null;
  placeOfSupply: PlaceOfSupply;
  /** The invoice that a credit note corrects. */
  corrects: InvoiceRow | null;
  facts: TaxFacts;
}

/** The columns of an order that GST needs. A month has thousands of orders, so no others are loaded. */
type TaxedOrder = Pick<
  OrderRow,
  | "id"
  | "orderId"
  | "cgstRate"
  | "sgstRate"
  | "subtotal"
  | "shipping"
  | "coupon"
  | "payable"
  | "shippingAddress"
  | "contact"
  | "companyInvoice"
>;

/** Lists the documents issued from `from` until before `to`, in the order of their issue. */
export const listTaxDocuments = (
  context: Context,
  { from, to }: { from: Date; to: Date },
): Promise<TaxDocument[]> =>
  findTaxDocuments(context, and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to)));

/** Finds the documents of the invoices that a condition selects. */
async function findTaxDocuments(context: Context, where: SQL | undefined): Promise<TaxDocument[]> {
  const { db } = context;
  const rows = await db.select().from(invoice).where(where).orderBy(invoice.issuedAt, invoice.number);
  const keysOf = (some: readonly InvoiceRow[]) => [...new Set(some.map(({ orderId }) => orderId))];
  const keys = keysOf(rows);
  const [ordersOfThem, lines, value] = await Promise.all([
    listTaxedOrders(db, keys),
    listTaxedLines(db, keys),
    // Only credit notes depend on earlier documents.
    listInvoices(db, keysOf(rows.filter(({ kind }) => kind === "credit-note"))),
  ]);
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  const today = findSeller(context);
  return rows.flatMap((row) => {
    const order = ordersOfThem.get(row.orderId);
    return order
      ? describeTaxDocument(row, order, linesOf.get(order.id) ?? [], {
          given: value.get(order.id) ?? [],
          today,
        })
      : [];
  });
}

/** Loads the lines without pictures and other data for pages. */
const listTaxedLines = (db: Db, keys: string[]) =>
  db
    .select({
      orderId: orderLine.orderId,
      productId: orderLine.productId,
      title: orderLine.title,
      quantity: orderLine.quantity,
      unitPrice: orderLine.unitPrice,
      hsn: orderLine.hsn,
      gstRate: orderLine.gstRate,
    })
    .from(orderLine)
    .where(isAnyOfMany(orderLine.orderId, keys))
    .orderBy(orderLine.orderId, orderLine.line);

async function listTaxedOrders(db: Db, keys: string[]): Promise<Map<string, TaxedOrder>> {
  const rows = await db
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
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * `given` are all documents of the order. `today` is the current seller, for orders from before sellers were stored.
 */
export function describeTaxDocument(
  row: InvoiceRow,
  order: TaxedOrder,
  lines: readonly SoldGoods[],
  { given, today }: { given: readonly InvoiceRow[]; today: NamedSeller | null },
): TaxDocument {
  const recipient = row.recipient ?? order;
  const seller = row.seller ?? today;
  const placeOfSupply = findBuyersPlace(recipient);
  const interState = isInterState(placeOfSupply, seller);
  const corrects = given.find(({ number }) => number === row.corrects) ?? null;
  const facts =
    row.kind === "invoice"
      ? calculateSaleFacts(order, lines, interState)
      : calculateCreditFacts(order, lines, interState, [...listCreditsBefore(row, given), row]);
  return { row, order, recipient, seller, placeOfSupply, corrects, facts };
}

/** The earlier credit notes of the same order, earliest first. */
const listCreditsBefore = (row: InvoiceRow, issued: readonly InvoiceRow[]): InvoiceRow[] =>
  issued
    .filter((other) => other.kind === "credit-note" && compareIssue(other, row) < 0)
    .toSorted(compareIssue);

const compareIssue = (one: InvoiceRow, other: InvoiceRow): number =>
  one.issuedAt.getTime() - other.issuedAt.getTime() || (one.number < other.number ? -1 : 1);
