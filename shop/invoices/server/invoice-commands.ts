import { type InvoiceKind, invoiceKinds } from "#shop/documents/invoice-number.ts";
import { and, asc, desc, eq, gte, isNotNull, isNull, lt } from "drizzle-orm";
import * as v from "valibot";
import { stored } from "#contract/command-data.ts";
import { toMidnight } from "#contract/dates.ts";
import { defineCommand, defineJobs } from "#platform/operator/command.ts";
import { defineLimit, parseMonth } from "#platform/operator/command-values.ts";
import { getBuyer, getContactName } from "#shop/documents/recipient.ts";
import { type InvoiceRow, selectIssued } from "#shop/documents/server/index.ts";
import { ROWS_AT_ONCE } from "#platform/database/statement.ts";
import { type Export, readInParts } from "#platform/operator/export-csv.ts";
import { toCsvRow, toTable } from "#platform/operator/result-table.ts";
import { invoiceList } from "../command-results.ts";
import { joinOrders } from "./tax-documents.ts";
import { copies, into, writeInvoices, type WrittenPapers } from "./papers/paper-commands.ts";

const limit = defineLimit(50);

const CANCELLED = "cancelled-invoice";

type IssuedRow = Pick<InvoiceRow, "number" | "orderId" | "kind" | "issuedAt" | "amount" | "recipient"> & {
  replacedBy: string | null;
};

/** Returns the columns of the export, of which the list shows some. */
function describeInvoice({ row, order }: Awaited<ReturnType<typeof joinOrders<IssuedRow>>>[number]) {
  const { companyInvoice: company, contact, shippingAddress } = row.recipient ?? order;
  const { number, kind, issuedAt, amount, replacedBy } = row;
  return {
    number,
    kind: replacedBy === null ? kind : CANCELLED,
    issuedAt,
    order: order.orderId,
    madeOutTo: company?.name ?? getContactName(getBuyer(contact)),
    gstin: company?.taxCode,
    state: shippingAddress.state,
    amountPaise: replacedBy !== null ? 0 : kind === "credit-note" ? -amount : amount,
    replacedBy,
  };
}

export const invoiceCommand = defineCommand({
  ...invoiceList,
  data: v.union([invoiceList.data, stored<WrittenPapers>()]),
  summary: "Lists invoices and credit notes, the newest first; or writes them as PDF files.",
  args: [
    { name: "document", summary: "for PDF files: the number of a document or of an order", optional: true },
  ],
  options: {
    kind: { summary: "only documents of this kind", choices: [...invoiceKinds, CANCELLED] },
    since: { summary: "only documents issued on this day or later, e.g. 2026-11-20", kind: "day" },
    month: { summary: "only documents of this month, e.g. 2026-11", kind: "month" },
    limit: limit.option,
    pdf: {
      summary: "write PDF files of a document, a month or an order (an unpaid order has a summary)",
      flag: true,
    },
    copies,
    into,
  },
  examples: [
    "invoices --kind credit-note --month 2026-11",
    "invoices 26-27/000001 --pdf --copies",
    "invoices --month 2026-11 --pdf --into folder",
  ],
  ...defineJobs(null, {
    "": {
      uses: ["kind", "since", "month", "limit"],
      async run(context, { options }) {
        const { kind, since } = options;
        const month = options["month"] === undefined ? null : parseMonth(options["month"]);
        const issued = selectIssued(context.db);
        const match = await context.db
          .select()
          .from(issued)
          .where(
            and(
              kind === CANCELLED ? isNotNull(issued.replacedBy) : undefined,
              kind === undefined || kind === CANCELLED
                ? undefined
                : and(eq(issued.kind, kind as InvoiceKind), isNull(issued.replacedBy)),
              since === undefined ? undefined : gte(issued.issuedAt, toMidnight(since)),
              month ? and(gte(issued.issuedAt, month.from), lt(issued.issuedAt, month.to)) : undefined,
            ),
          )
          .orderBy(desc(issued.issuedAt), desc(issued.number))
          .limit(limit.parse(options["limit"]));
        const documents = await joinOrders(context.db, match);
        return {
          ...toTable(documents.map(describeInvoice), [
            ...(["number", "kind", "issuedAt", "order", "madeOutTo", "amountPaise"] as const),
            ...(match.some(({ replacedBy }) => replacedBy !== null) ? (["replacedBy"] as const) : []),
          ]),
          message:
            documents.length > 0
              ? ""
              : kind === undefined && since === undefined && month === null
                ? "No invoices have been issued yet."
                : "No invoice or credit note matches.",
          data: documents.map(({ row, order }) => {
            const { contact, companyInvoice: company } = row.recipient ?? order;
            return { ...row, orderId: order.orderId, contact, company };
          }),
        };
      },
    },
    pdf: { uses: ["document", "month", "copies", "into"], run: writeInvoices },
  }),
  reads: true,
});

export const exportInvoices: Export = {
  name: "invoices",
  of: "document",
  columns: ["Number", "Kind", "Issued", "Order", "Made out to", "GSTIN", "State", "Amount", "Replaced by"],
  read({ db }, period) {
    const issued = selectIssued(db);
    return readInParts(period, {
      key: issued.number,
      moment: issued.issuedAt,
      select: (condition) =>
        db.select().from(issued).where(condition).orderBy(asc(issued.number)).limit(ROWS_AT_ONCE),
      getKey: ({ number }) => number,
      toRows: async (rows) => (await joinOrders(db, rows)).map((issued) => toCsvRow(describeInvoice(issued))),
    });
  },
};
