import * as v from "valibot";
import {
  formatInvoiceNumber,
  getChallanSeries,
  getFinancialYear,
  getSeries,
  type InvoiceKind,
} from "../invoice-number.ts";
import { and, eq, getTableName, sql, desc, gte, isNull, lt } from "drizzle-orm";
import { toIsoDay } from "#contract/dates.ts";
import type { Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import type { CompanyPlace } from "#shop/pricing/gstin.ts";
import { getCompanyPlace } from "#shop/pricing/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import { namedSellerSchema } from "#shop/seller/response-schemas.ts";
import { anonymiseRecipient, type Recipient } from "../recipient.ts";
import {
  cancelledInvoice,
  challan,
  type ChallanLine,
  type ChallanRow,
  challanSeries,
  type CreditedPieces,
  invoice,
  type InvoiceRow,
  invoiceSeries,
  type CancelledInvoiceRow,
} from "./tables.ts";
import { unionAll } from "drizzle-orm/pg-core";
import type { Finding } from "#platform/checks/finding.ts";
import { pickFields } from "#contract/read.ts";

/** The order that a document is for. `id` is the order's key. */
type DocumentOrder = Omit<Recipient, "companyPlace"> & { id: string };

interface InvoiceBasis {
  amount: Paise;
  refundId?: string | null | undefined;
  pieces?: CreditedPieces[] | null;
}

/**
 * Issues the invoice of a locked order or the credit note of a refund, unless it exists. Returns its number. Call
 * this last in the transaction, because the number series stays locked until the commit.
 */
export async function issueInvoice(
  context: Context,
  tx: Tx,
  order: DocumentOrder,
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

/** `money_back`: the order has a refund or a credit note. `month_over`: a tax return may contain the invoice. */
type ReissueRefusal = "money_back" | "month_over";

export function findReissueRefusal(
  { refundAmount }: { refundAmount: Paise | null },
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
  order: DocumentOrder,
): Promise<{ cancelled: string; number: string }> {
  const condition = and(eq(invoice.orderId, order.id), eq(invoice.kind, "invoice"));
  const [sale] = await tx.delete(invoice).where(condition).returning();
  if (!sale) throw new Error(`The order ${order.id} has no invoice to cancel.`);
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
  { shippingAddress, contact, companyInvoice }: DocumentOrder,
  companyPlace: CompanyPlace = "ship-to",
): Recipient => ({
  shippingAddress,
  contact,
  companyInvoice,
  ...(companyPlace !== "ship-to" && { companyPlace }),
});

/** Older events do not name the refund (`requested` is null), because an order could have only one at that time. */
const isSameRefund = (issued: string | null, requested: string | null): boolean =>
  requested === null || issued === requested;

function findCurrentSeller(context: Context): NamedSeller | null {
  const seller = findSeller(context);
  return seller && v.parse(namedSellerSchema, seller);
}

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

const NUMBER = /^((?:CN|DC)?(\d\d-\d\d))\/(\d{1,6})$/;

/**
 * Sets the next number of a series, such as `26-27/000131`. Otherwise the shop would reissue the numbers of
 * documents that a restored backup lacks. The financial year must be the current one or one in the backup. Returns
 * a refusal, or null.
 */
export async function continueSeries(db: Db, next: string, now: Date): Promise<string | null> {
  const [, series, year, serial] = NUMBER.exec(next.trim()) ?? [];
  if (series === undefined || year === undefined || Number(serial) === 0)
    return `${next} is not the number of an invoice, credit note or challan. Write it like 26-27/000131.`;
  const table = series.startsWith("DC") ? challanSeries : invoiceSeries;
  const rows = [...(await db.select().from(invoiceSeries)), ...(await db.select().from(challanSeries))];
  const currentYear = getFinancialYear(now);
  if (year !== currentYear && !rows.some((row) => row.series.endsWith(year)))
    return `${next} is not a number of this financial year, ${currentYear}, and the backup contains no numbers of ${year}. Correct the year.`;
  const { lastNumber = 0, lostNumbers = 0 } = rows.find((row) => row.series === series) ?? {};
  const lost = Number(serial) - 1 - lastNumber;
  if (lost < 0)
    return `The backup contains ${formatInvoiceNumber(series, lastNumber)}, so the next number cannot be ${next}. Enter a higher number.`;
  if (lost === 0) return null;
  const continued = { lastNumber: lastNumber + lost, lostNumbers: lostNumbers + lost };
  await db
    .insert(table)
    .values({ series, ...continued })
    .onConflictDoUpdate({ target: table.series, set: continued });
  return null;
}

/** True if the table with this name in a backup contains number series. */
export const isNumberSeries = (tableName: string): boolean =>
  [invoiceSeries, challanSeries].some((table) => getTableName(table) === tableName);

/**
 * Issues the challan of a replacement, which is shipped without an invoice (rule 55 of the CGST rules). Call this last
 * in the transaction, because the number series stays locked until the commit.
 */
export async function issueChallan(
  context: Context,
  tx: Tx,
  order: DocumentOrder,
  { parcelId, lines }: { parcelId: string; lines: ChallanLine[] },
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
    parcelId,
    cancelledAt: null,
    issuedAt,
    reason: "Free replacement",
    lines,
    seller: findCurrentSeller(context),
    // Keep the sale's rule for the place of supply, because the owner may have changed the rule since.
    recipient: toRecipient(order, sale ? sale.recipient?.companyPlace : getCompanyPlace(context)),
    invoiceNumber: sale?.number ?? null,
  };
  await tx.insert(challan).values(row);
  return row;
}

/** Keeps the cancelled challan, because its number must not be used again. */
export async function cancelChallan({ now }: Context, tx: Tx, parcelId: string): Promise<void> {
  await tx.update(challan).set({ parcelId: null, cancelledAt: now() }).where(eq(challan.parcelId, parcelId));
}

/** Removes personal data from the documents of these orders, and returns the recipients that they had. */
export async function anonymiseDocuments(tx: Tx, orderKeys: string[]): Promise<Recipient[]> {
  const recipients: Recipient[] = [];
  for (const table of [invoice, cancelledInvoice, challan])
    for (const { number, recipient } of await tx
      .select()
      .from(table)
      .where(isAnyOf(table.orderId, orderKeys)))
      if (recipient) {
        recipients.push(recipient);
        await tx
          .update(table)
          .set({ recipient: anonymiseRecipient(recipient) })
          .where(eq(table.number, number));
      }
  return recipients;
}

export async function listInvoices(db: Db | Tx, orderKeys: string[]): Promise<Map<string, InvoiceRow[]>> {
  const rows = await db
    .select()
    .from(invoice)
    .where(isAnyOf(invoice.orderId, orderKeys))
    .orderBy(invoice.issuedAt, invoice.number);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

export const readInvoices = async (db: Db | Tx, { id }: { id: string }): Promise<InvoiceRow[]> =>
  (await listInvoices(db, [id])).get(id) ?? [];

export const hasInvoice = async (tx: Tx, { id }: { id: string }): Promise<boolean> =>
  (await tx.$count(invoice, and(eq(invoice.orderId, id), eq(invoice.kind, "invoice")))) > 0;

export const listChallans = (db: Db | Tx, orderKey: string): Promise<ChallanRow[]> =>
  db
    .select()
    .from(challan)
    .where(and(eq(challan.orderId, orderKey), isNull(challan.cancelledAt)))
    .orderBy(desc(challan.number));

/** Selects all invoices, even cancelled ones, and credit notes. `isReplacement`: replaces a cancelled invoice. */
export const selectIssued = (db: Db) =>
  unionAll(
    db
      .select({
        ...pickFields(invoice, shared),
        kind: invoice.kind,
        replacedBy: sql<string | null>`null`.as("replaced_by"),
        isReplacement: replacesAnother(invoice),
      })
      .from(invoice),
    db
      .select({
        ...pickFields(cancelledInvoice, shared),
        kind: sql<InvoiceKind>`'invoice'`.as("kind"),
        replacedBy: sql<string | null>`${cancelledInvoice.replacedBy}`.as("replaced_by"),
        isReplacement: replacesAnother(cancelledInvoice),
      })
      .from(cancelledInvoice),
  ).as("documents");

const shared = ["number", "orderId", "amount", "issuedAt", "recipient"] as const;

const replacesAnother = (table: typeof invoice | typeof cancelledInvoice) =>
  sql<boolean>`exists (select from cancelled_invoice older where older.replaced_by = ${table}.number)`.as(
    "is_replacement",
  );

export async function findIssued(
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

/** Returns the documents of a period. `sales` are invoices and credit notes, oldest first. */
export async function listIssued(db: Db, { from, to }: { from: Date; to: Date }) {
  const [sales, cancelled, challans] = await Promise.all([
    db
      .select()
      .from(invoice)
      .where(and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to)))
      .orderBy(invoice.issuedAt, invoice.number),
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
      select series, last_number, lost_numbers from invoice_series
       union all select series, last_number, lost_numbers from challan_series
    ), counted as (
      select series, count(*)::int as documents, min(serial) as first, max(serial) as last from given group by series
    )
    select series,
           coalesce(s.last_number - s.lost_numbers, 0) || ' numbers issued, but ' || coalesce(c.documents, 0) || ' documents exist, from '
             || coalesce(c.first, 0) || ' to ' || coalesce(c.last, 0) as words
      from last_given s full join counted c using (series)
     where (case when s.lost_numbers > 0 then s.last_number = s.lost_numbers + coalesce(c.documents, 0)
                 else s.last_number = c.documents and c.first = 1 and c.last = c.documents end) is not true
     order by series`);
  return rows;
}
