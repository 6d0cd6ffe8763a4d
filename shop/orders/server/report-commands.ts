import { formatRupees } from "#contract/money.ts";
import { type Command, defineCommand } from "#platform/command.ts";
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
    const rows = lines.map((line) => [...line.texts, ...line.amounts]);
    const sums = COLUMNS.amounts.map((_, at) =>
      lines.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0),
    );
    const columns = [...COLUMNS.texts, ...COLUMNS.amounts];
    if (options["csv"]) return { message: formatCsv([columns, ...rows.map(toRupeesRow)]) };
    return {
      title: `Sales of ${month}`,
      columns,
      rows: [
        ...lines.map(({ texts, amounts }) => [...texts, ...amounts.map(formatRupees)]),
        ["Total", "", "", "", "", "", ...sums.map(formatRupees)],
      ],
      message: lines.length === 0 ? `Nothing was sold in ${month}.` : "",
      data: { month, rows: rows.map(toRupeesRow), columns },
    };
  },
});

export const reportCommands: Command[] = [sales];

const COLUMNS = {
  texts: ["Number", "Date", "Order", "Made out to", "GSTIN", "Place of supply"],
  amounts: ["Goods", "IGST", "CGST", "SGST", "Coupon", "Round-off", "Paid"],
};

const formatCsv = (rows: (string | number)[][]): string =>
  rows.map((row) => row.map(formatCsvCell).join(",")).join("\n");

/** A spreadsheet must not take a customer's name for a formula. */
function formatCsvCell(cell: string | number): string {
  if (typeof cell === "number") return cell.toFixed(2);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
