import { and, asc, desc, eq, gte, sql } from "drizzle-orm";
import { formatRupees, toRupees } from "#contract/money.ts";
import { formatDateTime } from "#contract/dates.ts";
import { type Command, defineCommand, defineLimit, parseDay } from "#platform/operator/command.ts";
import { type InvoiceKind, invoiceKinds, invoice, orders } from "#shop/orders/server/index.ts";
import type { Db } from "#platform/database/database.ts";
import { ROWS_AT_ONCE } from "#platform/database/statement.ts";
import { defineExport, formatMoment, readInParts } from "#platform/operator/export-csv.ts";

const limit = defineLimit(50);

const list = defineCommand({
  noun: "invoices",
  verb: "list",
  reads: true,
  summary: "Invoices and credit notes, the newest first.",
  args: [],
  options: {
    kind: { summary: "only these", choices: invoiceKinds },
    since: { summary: "given on this day or later, e.g. 2026-11-20", kind: "day" },
    limit: limit.option,
  },
  examples: ["invoices list", "invoices list --kind credit-note", "invoices list --since 2026-11-01 --json"],
  run: async (context, { options }) => {
    const { kind, since } = options;
    const rows = await context.db
      .select({
        number: invoice.number,
        kind: invoice.kind,
        issuedAt: invoice.issuedAt,
        orderId: orders.orderId,
        contact: orders.contact,
        company: orders.companyInvoice,
        amount: invoice.amount,
      })
      .from(invoice)
      .innerJoin(orders, eq(orders.id, invoice.orderId))
      .where(
        and(
          kind === undefined ? undefined : eq(invoice.kind, kind as InvoiceKind),
          since === undefined ? undefined : gte(invoice.issuedAt, parseDay(since)),
        ),
      )
      .orderBy(desc(invoice.issuedAt), desc(invoice.number))
      .limit(limit.parse(options["limit"]));
    return {
      columns: ["Number", "Kind", "Given", "Order", "Made out to", "Amount"],
      rows: rows.map((row) => [
        row.number,
        row.kind,
        formatDateTime(row.issuedAt),
        row.orderId,
        row.company?.name ?? `${row.contact.firstName} ${row.contact.lastName}`,
        formatRupees(row.kind === "credit-note" ? -row.amount : row.amount),
      ]),
      message: rows.length === 0 ? "No invoice was given yet." : "",
      data: rows,
    };
  },
});

const audit = defineCommand({
  noun: "invoices",
  verb: "audit",
  reads: true,
  summary: "Proves that the numbers of invoices, credit notes and delivery challans have no gap.",
  args: [],
  options: {},
  examples: ["invoices audit"],
  run: async ({ db }) => {
    const errors = await listSeriesErrors(db);
    return {
      columns: ["Series", "What is wrong"],
      rows: errors.map(({ series, words }) => [series, words]),
      message: errors.length === 0 ? "The numbers have no gap." : "",
      data: errors,
      ...(errors.length > 0 && { attention: true as const }),
    };
  },
});

/** All invoices and credit notes, in the order of their numbers. */
const exportInvoices = defineExport({
  noun: "invoices",
  summary: "Writes invoices and credit notes into a spreadsheet, a row each; a credit note is a minus.",
  of: "document",
  columns: ["Number", "Kind", "Given", "Order", "Made out to", "GSTIN", "State", "Amount"],
  read: ({ db }, period) =>
    readInParts(period, {
      key: invoice.number,
      moment: invoice.issuedAt,
      select: (where) =>
        db
          .select({ document: invoice, order: orders })
          .from(invoice)
          .innerJoin(orders, eq(orders.id, invoice.orderId))
          .where(where)
          .orderBy(asc(invoice.number))
          .limit(ROWS_AT_ONCE),
      getKey: ({ document }) => document.number,
      toRows: (found) =>
        found.map(({ document: { number, kind, issuedAt, amount, recipient }, order }) => {
          const { companyInvoice: company, contact, shippingAddress } = recipient ?? order;
          return [
            number,
            kind,
            formatMoment(issuedAt),
            order.orderId,
            company?.name ?? `${contact.firstName} ${contact.lastName}`,
            company?.taxCode ?? "",
            shippingAddress.state,
            toRupees(kind === "credit-note" ? -amount : amount),
          ];
        }),
    }),
});

export const invoiceCommands: Command[] = [list, exportInvoices, audit];

/** A series whose numbers are not 1, 2, 3 … up to the last one given. */
interface SeriesError {
  series: string;
  words: string;
}

/** Proves that no number of an invoice or a credit note is missing or was never given (D92). Reads only. */
export async function listSeriesErrors(db: Db): Promise<SeriesError[]> {
  const { rows } = await db.execute<{ series: string; words: string }>(sql`
    with given as (
      select split_part(number, '/', 1) as series, split_part(number, '/', 2)::int as serial from (
        select number from invoice union all select number from challan) as numbered
    ), last_given as (
      select series, last_number from invoice_series union all select series, last_number from challan_series
    ), counted as (
      select series, count(*)::int as documents, min(serial) as first, max(serial) as last from given group by series
    )
    select series,
           coalesce(s.last_number, 0) || ' given, but ' || coalesce(c.documents, 0) || ' there, from '
             || coalesce(c.first, 0) || ' to ' || coalesce(c.last, 0) as words
      from last_given s full join counted c using (series)
     where (s.last_number = c.documents and c.first = 1 and c.last = c.documents) is not true
     order by series`);
  return rows.map(({ series, words }) => ({ series, words }));
}
