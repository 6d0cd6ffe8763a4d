import { formatRupees } from "#contract/money.ts";
import { type Command, defineCommand } from "#platform/operator/command.ts";
import { BYTE_ORDER_MARK, formatCsv } from "#platform/storage/format-csv.ts";
import { gstReturn } from "./gst-return/gst-return-command.ts";
import { toRupeesRow, listSales } from "./sales-report.ts";

const sales = defineCommand({
  noun: "report",
  verb: "sales",
  summary: "Sales and GST of a month: every invoice, and every credit note as a minus.",
  args: [],
  options: {
    month: { summary: "the month, e.g. 2026-11" },
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
