import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { parse as parseNow } from "csv-parse/sync";
import { describeReadError, type FileError } from "./owner-file.ts";

/**
 * Passes each row to `takeRow`. The header is row 0. Adds an error and returns false if the file is invalid or has no
 * row below the header.
 */
export async function readCsvRows(
  { file, name, of }: { file: string; name: string; of: string },
  errors: FileError[],
  takeRow: (cells: string[], index: number) => void,
): Promise<boolean> {
  const error = (message: string, place = ""): false => {
    errors.push({ file: name, where: place, field: "", message });
    return false;
  };
  let count = 0;
  try {
    const beginning = await readBeginning(file);
    if (beginning.startsWith(ZIP_SIGNATURE)) return error("is an Excel file. Save it as CSV.");
    const { delimiter, isDeclared } = detectDelimiter(beginning);
    const options = {
      bom: true,
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      from_line: isDeclared ? 2 : 1,
      relax_column_count: true,
    };
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
    return error(describeReadError(cause));
  }
  return (
    count > 1 || error(`contains no ${of}. It needs a heading line, and below it a row for each of them.`)
  );
}

/** @throws TypeError if the bytes are not UTF-8, or contain U+0000, which the database cannot store */
async function* decodeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of chunks) {
    if (chunk.includes(0))
      throw new TypeError("The file contains a character that cannot be saved (U+0000).");
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/** An .xlsx file is a ZIP archive. */
const ZIP_SIGNATURE = "PK\u0003\u0004";

/** The delimiter is detected from this many bytes, which contain the header and several rows. */
const BEGINNING_BYTES = 65_536;

async function readBeginning(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES));
  return buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
}

/**
 * Returns the delimiter that a `sep=` line declares. Otherwise, returns the delimiter that splits the largest share of
 * the rows into as many cells as the header has. The header is the first row with several cells, because a title may be
 * above it. Compares shares, because the number of rows depends on the delimiter: a quoted text may contain line
 * breaks. Tries the comma last, because texts often contain commas.
 */
function detectDelimiter(beginning: string): { delimiter: string; isDeclared: boolean } {
  const declared = /^"?sep=([^\r\n])"?\r?(?:\n|$)/i.exec(beginning)?.[1];
  if (declared !== undefined) return { delimiter: declared, isDeclared: true };
  const candidates = ["\t", ";", ","].map((delimiter) => {
    const counts = countCells(beginning, delimiter);
    const header = counts.findIndex((cells) => cells > 1);
    const share = counts.filter((cells) => cells === counts[header]).length / counts.length;
    return { delimiter, header, share };
  });
  const [best] = candidates
    .filter(({ header }) => header >= 0)
    .toSorted((first, other) => other.share - first.share || first.header - other.header);
  return { delimiter: best?.delimiter ?? ",", isDeclared: false };
}

const ROWS_COMPARED = 50;

function countCells(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  const on_record = (cells: string[]) => void counts.push(cells.length);
  try {
    parseNow(text, { delimiter, relax_column_count: true, relax_quotes: true, to: ROWS_COMPARED, on_record });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
  }
  return counts;
}

const quoteTrouble = ({ message }: CsvError): string =>
  `cannot be read: a cell that contains a " must be written between "…", with each " inside doubled (${message}).`;

export const BYTE_ORDER_MARK = "\uFEFF";

export const formatCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map(formatCsvCell).join(",")).join("\n");

/** Formats rows for programs other than spreadsheets, so texts that look like formulas stay unchanged. */
export const formatPlainCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoteCell).join(",")).join("\n");

/** Removes the apostrophe that `formatCsv` adds to a text that looks like a formula. */
export const readCsvText = (cell: string): string =>
  cell.startsWith("'") && isTakenForFormula(cell.slice(1)) ? cell.slice(1) : cell;

function formatCsvCell(cell: string | number): string {
  if (typeof cell === "number") return cell.toFixed(2);
  return quoteCell(isTakenForFormula(cell) ? `'${cell}` : cell);
}

const quoteCell = (text: string): string =>
  /[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** True if a spreadsheet may take the cell for a formula, even if `=` is full-width or after invisible characters. */
const isTakenForFormula = (cell: string): boolean =>
  /^[\t\r]/.test(cell) ||
  /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-\u2212@]/u.test(cell.normalize("NFKC"));
