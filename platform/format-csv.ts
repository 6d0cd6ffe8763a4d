/** Marks a file as UTF-8 for spreadsheet programs, which else take it for something older. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Lines of a spreadsheet; numbers have two decimals. */
export const formatCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map(formatCsvCell).join(",")).join("\n");

/** A spreadsheet must not take a customer's name for a formula. */
function formatCsvCell(cell: string | number): string {
  if (typeof cell === "number") return cell.toFixed(2);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
