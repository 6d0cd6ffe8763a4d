import { and, desc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { pickFields } from "#contract/read.ts";
import type { InvoiceKind } from "../invoice-number.ts";
import {
  cancelledInvoice,
  type CancelledInvoiceRow,
  challan,
  type ChallanRow,
  invoice,
  type InvoiceRow,
} from "./tables.ts";

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

/** Selects all invoices, even cancelled ones, and credit notes. `isInPlace`: the invoice replaces a cancelled one. */
export const selectIssued = (db: Db) =>
  unionAll(
    db
      .select({
        ...pickFields(invoice, shared),
        kind: invoice.kind,
        replacedBy: sql<string | null>`null`.as("replaced_by"),
        isInPlace: replacesAnother(invoice),
      })
      .from(invoice),
    db
      .select({
        ...pickFields(cancelledInvoice, shared),
        kind: sql<InvoiceKind>`'invoice'`.as("kind"),
        replacedBy: sql<string | null>`${cancelledInvoice.replacedBy}`.as("replaced_by"),
        isInPlace: replacesAnother(cancelledInvoice),
      })
      .from(cancelledInvoice),
  ).as("documents");

const shared = ["number", "orderId", "amount", "issuedAt", "recipient"] as const;

const replacesAnother = (table: typeof invoice | typeof cancelledInvoice) =>
  sql<boolean>`exists (select from cancelled_invoice older where older.replaced_by = ${table}.number)`.as(
    "is_in_place",
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
