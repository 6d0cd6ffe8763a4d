import { formatInvoiceNumber, getChallanSeries, getSeries, type InvoiceKind } from "../invoice-number.ts";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { toIsoDay } from "#contract/dates.ts";
import * as v from "valibot";
import type { Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import type { CompanyPlace } from "#shop/pricing/gstin.ts";
import { getCompanyPlace } from "#shop/pricing/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { type NamedSeller } from "#shop/seller/seller.ts";
import { namedSellerSchema } from "#shop/seller/response-schemas.ts";
import type { Recipient } from "../recipient.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { countPieces, type Pieces } from "../returned-pieces.ts";
import type { OrderGoods } from "./order-goods.ts";
import {
  cancelledInvoice,
  challan,
  type ChallanRow,
  challanSeries,
  invoice,
  type InvoiceRow,
  invoiceSeries,
  type OrderRow,
  type ParcelRow,
} from "./tables.ts";

interface InvoiceBasis {
  amount: Paise;
  refundId?: string | null | undefined;
  pieces?: Pieces[] | null;
}

/**
 * Issues the invoice of a locked order or the credit note of a refund, unless it exists, and returns its number. Call
 * this last in the transaction, because the number series stays locked until the commit.
 */
export async function issueInvoice(
  context: Context,
  tx: Tx,
  order: OrderRow,
  kind: InvoiceKind,
  { amount, refundId = null, pieces = null }: InvoiceBasis,
): Promise<string> {
  const papers = await tx.select().from(invoice).where(eq(invoice.orderId, order.id));
  const existing = papers.find((paper) => paper.kind === kind && isSameRefund(paper.refundId, refundId));
  if (existing) return existing.number;
  const sale = papers.find((paper) => paper.kind === "invoice");
  const seller = sale?.seller ?? findCurrentSeller(context);
  const issuedAt = context.now();
  const series = getSeries(kind, issuedAt);
  const number = formatInvoiceNumber(series, await takeNextSerial(tx, invoiceSeries, series));
  const recipient = sale?.recipient ?? toRecipient(order, getCompanyPlace(context));
  const columns = { orderId: order.id, amount, issuedAt, seller, recipient, refundId, pieces };
  await tx.insert(invoice).values({ ...columns, number, kind, corrects: sale?.number ?? null });
  return number;
}

/** `money_back`: the old invoice was partly refunded. `month_over`: its month may already be in a tax return. */
type ReissueRefusal = "money_back" | "month_over";

export function findReissueRefusal(
  { refundAmount }: OrderRow,
  papers: readonly InvoiceRow[],
  now: Date,
): ReissueRefusal | null {
  const sale = papers.find(({ kind }) => kind === "invoice");
  if (!sale) return null;
  if (refundAmount !== null || papers.length > 1) return "money_back";
  const monthOf = (date: Date) => toIsoDay(date).slice(0, 7);
  return monthOf(sale.issuedAt) === monthOf(now) ? null : "month_over";
}

/** Cancels a locked order's invoice and issues one to the current buyer. Call this last in the transaction. */
export async function reissueInvoice(
  context: Context,
  tx: Tx,
  order: OrderRow,
): Promise<{ cancelled: string; number: string }> {
  const condition = and(eq(invoice.orderId, order.id), eq(invoice.kind, "invoice"));
  const [sale] = await tx.delete(invoice).where(condition).returning();
  if (!sale) throw new Error(`${order.orderId} has no invoice to cancel.`);
  const { number: cancelled, orderId, amount, issuedAt, seller, recipient } = sale;
  const number = await issueInvoice(context, tx, order, "invoice", { amount });
  await tx.insert(cancelledInvoice).values({
    number: cancelled,
    orderId,
    amount,
    issuedAt,
    seller,
    recipient,
    cancelledAt: context.now(),
    replacedBy: number,
  });
  return { cancelled, number };
}

const toRecipient = (
  { shippingAddress, contact, companyInvoice }: OrderRow,
  companyPlace: CompanyPlace = "ship-to",
): Recipient => ({
  shippingAddress,
  contact,
  companyInvoice,
  ...(companyPlace !== "ship-to" && { companyPlace }),
});

/** Older events do not name the refund (`requested` is null), because each order had only one. */
const isSameRefund = (issued: string | null, requested: string | null): boolean =>
  requested === null || issued === requested;

function findCurrentSeller(context: Context): NamedSeller | null {
  const seller = findSeller(context);
  return seller && v.parse(namedSellerSchema, seller);
}

export async function listInvoices(db: Db | Tx, orderKeys: string[]): Promise<Map<string, InvoiceRow[]>> {
  const rows = await db
    .select()
    .from(invoice)
    .where(isAnyOf(invoice.orderId, orderKeys))
    .orderBy(invoice.issuedAt, invoice.number);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

export const readInvoices = async (db: Db | Tx, { id }: Pick<OrderRow, "id">): Promise<InvoiceRow[]> =>
  (await listInvoices(db, [id])).get(id) ?? [];

export const hasInvoice = async (tx: Tx, { id }: OrderRow): Promise<boolean> =>
  (await tx.$count(invoice, and(eq(invoice.orderId, id), eq(invoice.kind, "invoice")))) > 0;

/** Returns the next number of a series, locked until the commit. A rollback frees the number, which prevents gaps. */
async function takeNextSerial(
  tx: Tx,
  table: typeof invoiceSeries | typeof challanSeries,
  series: string,
): Promise<number> {
  const [nextSerial] = await tx
    .insert(table)
    .values({ series, lastNumber: 1 })
    .onConflictDoUpdate({ target: table.series, set: { lastNumber: sql`${table.lastNumber} + 1` } })
    .returning({ serial: table.lastNumber });
  if (!nextSerial) throw new Error(`No number was issued in the series ${series}.`);
  return nextSerial.serial;
}

/**
 * Issues the challan of a replacement, which is shipped without an invoice (rule 55 of the CGST rules). Call this last
 * in the transaction, because the number series stays locked until the commit.
 */
export async function issueChallan(
  context: Context,
  tx: Tx,
  { order, lines }: OrderGoods,
  replacement: ParcelRow,
): Promise<ChallanRow> {
  const [sale] = await tx
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, order.id), eq(invoice.kind, "invoice")));
  const issuedAt = context.now();
  const series = getChallanSeries(issuedAt);
  const row: ChallanRow = {
    number: formatInvoiceNumber(series, await takeNextSerial(tx, challanSeries, series)),
    orderId: order.id,
    parcelId: replacement.id,
    cancelledAt: null,
    issuedAt,
    reason: "Free replacement",
    lines: lines.flatMap(({ productId, title, hsn, unitPrice }) => {
      const quantity = countPieces(replacement.pieces, productId);
      return quantity > 0 ? [{ title, hsn, quantity, unitPrice }] : [];
    }),
    seller: findCurrentSeller(context),
    // The address may have been corrected since the sale, but the place of supply stays that of the sale.
    recipient: toRecipient(order, sale ? sale.recipient?.companyPlace : getCompanyPlace(context)),
    invoiceNumber: sale?.number ?? null,
  };
  await tx.insert(challan).values(row);
  return row;
}

/** Keeps the cancelled challan, because its number must not be used again. */
export async function cancelChallan({ now }: Context, tx: Tx, { id }: Pick<ParcelRow, "id">): Promise<void> {
  await tx.update(challan).set({ parcelId: null, cancelledAt: now() }).where(eq(challan.parcelId, id));
}

export const listChallans = (db: Db | Tx, orderKey: string): Promise<ChallanRow[]> =>
  db
    .select()
    .from(challan)
    .where(and(eq(challan.orderId, orderKey), isNull(challan.cancelledAt)))
    .orderBy(desc(challan.number));

/** Reports each document number series, such as invoice numbers, that has a gap (D92). */
export const checkSeries = async ({ db }: Pick<Context, "db">): Promise<Finding[]> =>
  (await listSeriesErrors(db)).map(({ series, words }) => ({
    about: `numbers ${series}`,
    what: words,
    remedy: "Tell your accountant, and report the problem to the person who maintains this shop's software",
  }));

export async function listSeriesErrors(db: Db) {
  const { rows } = await db.execute<{ series: string; words: string }>(sql`
    with given as (
      select split_part(number, '/', 1) as series, split_part(number, '/', 2)::int as serial from (
        select number from invoice union all select number from cancelled_invoice
         union all select number from challan) as numbered
    ), last_given as (
      select series, last_number from invoice_series union all select series, last_number from challan_series
    ), counted as (
      select series, count(*)::int as documents, min(serial) as first, max(serial) as last from given group by series
    )
    select series,
           coalesce(s.last_number, 0) || ' numbers issued, but ' || coalesce(c.documents, 0) || ' documents exist, from '
             || coalesce(c.first, 0) || ' to ' || coalesce(c.last, 0) as words
      from last_given s full join counted c using (series)
     where (s.last_number = c.documents and c.first = 1 and c.last = c.documents) is not true
     order by series`);
  return rows;
}
