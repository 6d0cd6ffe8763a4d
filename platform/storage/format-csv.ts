/** Marks a file as UTF-8 for spreadsheet programs, which else take it for something older. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Lines of a spreadsheet; numbers have two decimals. */
export const formatCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map(formatCsvCell).join(",")).join("\n");

function formatCsvCell(cell: string | number): string {
  if (typeof cell === "number") return cell.toFixed(2);
  const text = isTakenForFormula(cell) ? `'${cell}` : cell;
  return /[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Whether a spreadsheet may take a text, such as a customer's name, for a formula. It may skip what is not seen, and take a wide,
 * small or raised sign for the plain one.
 */
const isTakenForFormula = (cell: string): boolean =>
  /^[\t\r]/.test(cell) ||
  /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-\u2212@]/u.test(cell.normalize("NFKC"));
