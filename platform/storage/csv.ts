import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import type { FileError } from "./owner-file.ts";

/**
 * Reads a spreadsheet row by row, so that a long one is never in memory. Gives `takeRow` each with its number, the line
 * with the names being 0; `of` is what its rows are. False, with the error added, when the file cannot be read to its end.
 */
export async function readCsvRows(
  { file, name, of }: { file: string; name: string; of: string },
  errors: FileError[],
  takeRow: (cells: string[], index: number) => void,
): Promise<boolean> {
  const error = (message: string, where = ""): false => {
    errors.push({ file: name, where, field: "", message });
    return false;
  };
  let count = 0;
  try {
    const delimiter = detectDelimiter(await readFirstLine(file));
    const options = { bom: true, delimiter, relax_column_count: true };
    await pipeline(
      createReadStream(file),
      decodeUtf8,
      parse(options),
      async (rows: AsyncIterable<string[]>) => {
        for await (const cells of rows) takeRow(cells, count++);
      },
    );
  } catch (cause) {
    if (cause instanceof CsvError)
      return error(quoteTrouble(cause), `row ${Number(cause["records"] ?? 0) + 1}`);
    if (cause instanceof TypeError) return error('is not in UTF-8. Save it as "CSV UTF-8".');
    const { code, message } = cause as NodeJS.ErrnoException;
    return error(code === "ENOENT" ? "is missing." : `cannot be read: ${message}`);
  }
  return count > 1 || error(`holds no ${of}: it needs a line of names and a row for each.`);
}

/** @throws TypeError for what is none. */
async function* decodeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Longer than the names of all columns are. */
const FIRST_LINE_BYTES = 4_096;

async function readFirstLine(file: string): Promise<string> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(FIRST_LINE_BYTES));
    return buffer.toString("utf8", 0, bytesRead).split(/\r?\n/, 1)[0] ?? "";
  } finally {
    await opened.close();
  }
}

/** Spreadsheets of some countries put semicolons between the cells, and some programs tabs. */
const detectDelimiter = (head: string): string => [",", ";", "\t"].find((sign) => head.includes(sign)) ?? ",";

const quoteTrouble = ({ message }: CsvError): string =>
  `cannot be read: a cell that holds a " must be written between "…", with each " inside doubled (${message}).`;

/** Marks a file as UTF-8 for spreadsheet programs, which else take it for something older. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Lines of a spreadsheet; numbers have two decimals. */
export const formatCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map(formatCsvCell).join(",")).join("\n");

/** The text of a cell that `formatCsv` has kept from being taken for a formula. */
export const readCsvText = (cell: string): string =>
  cell.startsWith("'") && isTakenForFormula(cell.slice(1)) ? cell.slice(1) : cell;

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
