import { toRupees, formatRupees } from "#contract/money.ts";
import { formatDate } from "#contract/dates.ts";
import { parseMonth, type Command, defineCommand } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { formatPlaceOfSupply } from "#shop/orders/place-of-supply.ts";
import { listTaxDocuments, type TaxDocument } from "./tax-documents.ts";
import { BYTE_ORDER_MARK, formatCsv } from "#platform/storage/csv.ts";
import { gstReturn } from "./gst-return/gst-return-command.ts";
import { and, gte, lt } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { invoice } from "#shop/orders/server/index.ts";

interface Line {
  texts: string[];
  /** In paise, as `COLUMNS.amounts` names them. */
  amounts: number[];
  /** The HSN code of the goods, their rate, and for a credit note the invoice it corrects. */
  more: string[];
}

async function listSales(context: Context, month: string): Promise<Line[]> {
  const documents = await listTaxDocuments(context, parseMonth(month));
  return documents.map((document) => ({
    texts: listTexts(document),
    amounts: listAmounts(document),
    more: listMore(document),
  }));
}

const listTexts = ({ row, order, placeOfSupply, recipient: { companyInvoice, contact } }: TaxDocument) => [
  row.number,
  formatDate(row.issuedAt) ?? "",
  order.orderId,
  companyInvoice?.name ?? `${contact.firstName} ${contact.lastName}`,
  companyInvoice?.taxCode ?? "",
  formatPlaceOfSupply(placeOfSupply),
];

/** The amounts of a document; a credit note gives back, so its signs are turned round. */
function listAmounts({ row, facts }: TaxDocument): number[] {
  const { taxable, igst, cgst, sgst, coupon, roundOff, amount } = facts;
  const sign = row.kind === "invoice" ? 1 : -1;
  // No minus in front of nothing.
  return [taxable, igst, cgst, sgst, -coupon, roundOff, amount].map((paise) => sign * paise || 0);
}

function listMore({ facts: { lines }, corrects }: TaxDocument): string[] {
  const list = (values: readonly (string | number | null)[]) =>
    [...new Set(values)].filter(Boolean).join(", ");
  return [
    list(lines.map(({ hsn }) => hsn)),
    list(lines.map(({ rate }) => `${rate}%`)),
    corrects?.number ?? "",
  ];
}

const toRupeesRow = (row: (string | number)[]) =>
  row.map((cell) => (typeof cell === "number" ? toRupees(cell) : cell));

const sales = defineCommand({
  noun: "report",
  verb: "sales",
  reads: true,
  summary: "Sales and GST of a month: every invoice, and every credit note as a minus.",
  args: [],
  options: {
    month: { summary: "the month, e.g. 2026-11", kind: "month" },
    csv: { summary: "for a spreadsheet: npm run -s shop -- report … --csv > november.csv", flag: true },
  },
  examples: ["report sales --month 2026-11", "report sales --month 2026-11 --csv > november.csv"],
  run: async (context, { options }) => {
    const month = options["month"] ?? "";
    const lines = await listSales(context, month);
    const rows = lines.map((line) => [...line.texts, ...line.amounts, ...line.more]);
    const sums = COLUMNS.amounts.map((_, at) =>
      lines.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0),
    );
    const columns = [...COLUMNS.texts, ...COLUMNS.amounts, ...COLUMNS.more];
    if (options["csv"]) return { message: BYTE_ORDER_MARK + formatCsv([columns, ...rows.map(toRupeesRow)]) };
    return {
      title: `Sales of ${month}`,
      columns,
      rows: [
        ...lines.map(({ texts, amounts, more }) => [...texts, ...amounts.map(formatRupees), ...more]),
        ["Total", "", "", "", "", "", ...sums.map(formatRupees)],
      ],
      message: lines.length === 0 ? `Nothing was sold in ${month}.` : "",
      data: { month, rows: rows.map(toRupeesRow), columns },
    };
  },
});

export const reportCommands: Command[] = [sales, gstReturn];

const COLUMNS = {
  texts: ["Number", "Date", "Order", "Made out to", "GSTIN", "Place of supply"],
  amounts: ["Goods", "IGST", "CGST", "SGST", "Coupon", "Round-off", "Paid"],
  more: ["HSN", "Rate", "Corrects"],
};

/** Sales and refunds of a period. Amounts are paise. */
export interface Sales {
  orders: number;
  soldPaise: number;
  wentBackPaise: number;
}

/** Adds up the invoices and credit notes of a period, the same ones as the month's report. */
export async function sumSales(db: Db, from: Date, to: Date): Promise<Sales> {
  const papers = await db
    .select({ kind: invoice.kind, amount: invoice.amount })
    .from(invoice)
    .where(and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to)));
  const sum = (kind: string) =>
    papers.filter((paper) => paper.kind === kind).reduce((total, { amount }) => total + amount, 0);
  return {
    orders: papers.filter(({ kind }) => kind === "invoice").length,
    soldPaise: sum("invoice"),
    wentBackPaise: sum("credit-note"),
  };
}
