import { rupees } from "#contract/money.ts";
import { type Command, command } from "#platform/command.ts";
import { inRupees, salesOf } from "./sales-report.ts";

const sales = command({
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
    const lines = await salesOf(context, month);
    const rows = lines.map((line) => [...line.words, ...line.amounts]);
    const sums = COLUMNS.amounts.map((_, at) =>
      lines.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0),
    );
    const columns = [...COLUMNS.words, ...COLUMNS.amounts];
    if (options["csv"]) return { message: csvOf([columns, ...rows.map(inRupees)]) };
    return {
      title: `Sales of ${month}`,
      columns,
      rows: [
        ...lines.map(({ words, amounts }) => [...words, ...amounts.map(rupees)]),
        ["Total", "", "", "", "", "", ...sums.map(rupees)],
      ],
      message: lines.length === 0 ? `Nothing was sold in ${month}.` : "",
      data: { month, rows: rows.map(inRupees), columns },
    };
  },
});

export const reportCommands: Command[] = [sales];

const COLUMNS = {
  words: ["Number", "Date", "Order", "Made out to", "GSTIN", "Place of supply"],
  amounts: ["Goods", "IGST", "CGST", "SGST", "Coupon", "Paid"],
};

const csvOf = (rows: (string | number)[][]): string =>
  rows.map((row) => row.map(csvCell).join(",")).join("\n");

/** A spreadsheet must not take a customer's name for a formula. */
function csvCell(cell: string | number): string {
  if (typeof cell === "number") return cell.toFixed(2);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
