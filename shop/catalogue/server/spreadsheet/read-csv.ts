import { readFile } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import type { FileError } from "#platform/owner-file.ts";

export async function readCsvRows(
  file: string,
  name: string,
  errors: FileError[],
): Promise<string[][] | null> {
  const error = (message: string, where = ""): null => {
    errors.push({ file: name, where, field: "", message });
    return null;
  };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
    const rows = parse(text, { bom: true, delimiter: detectDelimiter(text), relax_column_count: true });
    return rows.length > 1 ? rows : error("holds no products: it needs a line of names and a row for each.");
  } catch (cause) {
    if (cause instanceof CsvError)
      return error(quoteTrouble(cause), `row ${Number(cause["records"] ?? 0) + 1}`);
    if (cause instanceof TypeError) return error('is not in UTF-8. Save it as "CSV UTF-8".');
    const { code, message } = cause as NodeJS.ErrnoException;
    return error(code === "ENOENT" ? "is missing." : `cannot be read: ${message}`);
  }
}

/** Spreadsheets of some countries put semicolons between the cells, and some programs tabs. */
function detectDelimiter(text: string): string {
  const [head = ""] = text.split(/\r?\n/, 1);
  return [",", ";", "\t"].find((sign) => head.includes(sign)) ?? ",";
}

const quoteTrouble = ({ message }: CsvError): string =>
  `cannot be read: a cell that holds a " must be written between "…", with each " inside doubled (${message}).`;
