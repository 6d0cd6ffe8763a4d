import path from "node:path";
import * as v from "valibot";
import { fromRupees, toRupees } from "#contract/money.ts";
import { readText } from "#contract/read.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import { readCsvRows, readCsvText } from "#platform/storage/csv.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Db } from "#platform/database/database.ts";
import { findColumnLabel } from "../../column-labels.ts";
import { calculateReduction } from "../../price.ts";
import { type Size, splitSize } from "../../product.ts";
import {
  type ConvertedList,
  type ForeignOptions,
  isForeignList,
  isShortened,
  type Sheet,
  translateForeignSheet,
} from "./foreign-lists.ts";
import { readWrittenProducts } from "../import/stored-products.ts";
import { findSchema, productInFile, type ProductList, type WrittenProduct } from "./product-file.ts";

export interface ChangeList extends Pick<Sheet, "headings"> {
  list: ProductList;
  columns: readonly string[];
  remarks: FileError[];
  pictures: ReadonlyMap<string, string>;
}

/**
 * Parses a list from this shop or another shop program. Existing products keep their values in fields that have no
 * column. New products need all required columns. Errors contain the column and the row number, from 1. Returns null if
 * the file has no valid columns, or if a list from this shop has prices with GST.
 */
export async function readChangeList(
  db: Db,
  file: string,
  errors: FileError[],
  options: ForeignOptions & NewProducts,
): Promise<ChangeList | null> {
  const sheet = await readSheet(file, errors);
  if (!sheet) return null;
  const foreignSheet = translateForeignSheet(sheet, options);
  if (options.gst === "included" && !foreignSheet) {
    errors.push({ file: sheet.name, where: "", field: "", message: WITH_GST_USE });
    return null;
  }
  return readChangeSheet(db, foreignSheet ?? sheet, errors, options);
}

export const WITH_GST_USE =
  "Prices that include GST are only possible in a list from Shopify, WooCommerce or Etsy. In all other files prices are before GST.";

export async function readChangeSheet(
  db: Db,
  {
    name,
    names,
    rows,
    headings = {},
    remarks = [],
    pictures = new Map(),
    newProductColumns = [],
  }: Sheet & Partial<ConvertedList>,
  errors: FileError[],
  { now, otherwise = {} }: NewProducts,
): Promise<ChangeList | null> {
  const previous = errors.length;
  checkNames(name, names, errors);
  if (errors.length > previous) return null;
  const list: ProductList = { file: name, products: [], places: [], broken: [] };
  const columns = names.filter((each) => !newProductColumns.includes(each));
  const slugs = new Set(rows.map(({ cells }) => cells["slug"]?.trim() ?? ""));
  const existing = await readWrittenProducts(db, [...slugs]);
  for (const { place: number, cells } of rows) {
    const row = toProductInFile(cells);
    const slug = typeof row["slug"] === "string" ? row["slug"] : undefined;
    const place = slug === undefined ? number : `${number} (${slug})`;
    const stored = existing.get(slug ?? "");
    const written = stored
      ? completeRow(stored, row, columns)
      : {
          createdAt: now.toISOString(),
          ...(!names.includes("discount") && settlePrices(row)),
          ...toProductInFile(otherwise),
          ...row,
        };
    const result = v.safeParse(findSchema(written), written, { abortPipeEarly: true });
    const rowErrors = listRowErrors(cells, result.issues ?? [], { names, isNew: !stored });
    errors.push(
      ...rowErrors.map(([column, message]) => ({
        file: name,
        where: place,
        field: `column ${column}`,
        message,
        cell: cells[column]?.trim().replaceAll(/\s+/g, " ") ?? "",
      })),
    );
    if (result.success && rowErrors.length === 0) {
      list.products.push(result.output);
      list.places.push(place);
    } else list.broken.push({ place, written });
  }
  return { list, columns, headings, remarks, pictures };
}

interface NewProducts {
  now: Date;
  otherwise?: Readonly<Record<string, string>>;
}

/**
 * Reads a file whose first row contains the column names. Adds invalid headings and overlong rows to `errors`. Returns
 * null if there is no first row.
 */
async function readSheet(file: string, errors: FileError[]): Promise<Sheet | null> {
  const name = path.basename(file);
  const [heading = [], ...rows] = await readRows(file, name, errors);
  const error = (row: number, field: string, message: string) =>
    errors.push({ file: name, where: `row ${row}`, field, message });
  const headings = heading.map((cell) => cell.trim());
  const names = readNames(headings);
  for (const [at, field] of names.entries())
    if (field !== "" && names.indexOf(field) < at) error(1, field, "this column appears twice.");
  const filled = new Set(rows.flatMap((cells) => [...cells.keys()].filter((at) => cells[at]?.trim())));
  const unnamed = names.flatMap((field, at) => (field === "" && filled.has(at) ? [toLetters(at)] : []));
  if (unnamed.length > 0) error(1, `column ${unnamed.join(", ")}`, NO_HEADING);
  const sheet: Sheet = {
    name,
    names: names.filter(Boolean),
    rows: [],
    headings: Object.fromEntries(names.map((field, at) => [field, headings[at] ?? ""])),
  };
  for (const [at, cells] of rows.entries()) {
    const row = at + 2;
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (cells.slice(names.length).some((cell) => cell.trim() !== "")) error(row, "", TOO_MANY_CELLS);
    else {
      const named = names.map((field, at) => [field, readCell(cells[at] ?? "")] as const);
      sheet.rows.push({
        place: `row ${row}`,
        cells: Object.fromEntries(named.filter(([field]) => field !== "")),
      });
    }
  }
  return heading.length > 0 ? sheet : null;
}

/** Reads all rows of a file, including empty rows. After an error, returns the rows before it. */
async function readRows(file: string, name: string, errors: FileError[]): Promise<string[][]> {
  const rows: string[][] = [];
  await readCsvRows({ file, name, of: "products" }, errors, (cells) => void rows.push(cells));
  return rows;
}

const NO_HEADING = "there are values but no heading. Write a heading in the first row, or remove the values.";

const TOO_MANY_CELLS =
  'has more cells than there are columns. If a text contains the separator, write the text between "…".';

const readCell = (cell: string): string => readCsvText(cell).replaceAll(/\r\n?/g, "\n");

/** Normalizes column names such as `Original Price`. Names in another program's list stay unchanged. */
const readNames = (names: readonly string[]): readonly string[] =>
  isForeignList(names) ? names : names.map((name) => ownNames.get(toBareName(name)) ?? name);

const toBareName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Names the column of an error as the screens do, followed by the list's heading if that is different. */
export function toScreenError(error: FileError, { headings = {} }: Pick<Sheet, "headings">): FileError {
  const column = error.field.replace(/^column /, "");
  const label = findColumnLabel(column);
  if (label === undefined) return error;
  const heading = headings[column];
  const isOther = heading !== undefined && !toBareName(label).startsWith(toBareName(heading));
  return { ...error, field: isOther ? `${label} (column ${heading})` : label };
}

/** Returns a message if a spreadsheet program has replaced the value of a cell, otherwise null. */
const findCellError = (name: string, cell: string): string | null =>
  SHEET_ERROR.test(cell)
    ? NOT_CALCULATED
    : identifyingColumns.includes(name) && isShortened(cell)
      ? SHORTENED
      : null;

/** `#REF!` and similar results of formulas, and `####` from a column that was too narrow for its number. */
const SHEET_ERROR = /^#(?:#+|n\/a|(?:ref|value|null|num|spill|calc)!|name\?|div\/0!)$/i;

const NOT_CALCULATED =
  "contains an error of the spreadsheet program. Correct the formula, or make the column wider, and save the list again.";

const SHORTENED =
  "was shortened by a spreadsheet program, so its last digits are lost. Export the list again and do not save it with that program, or format the column as text and enter the number in full.";

/** Returns the stored product with the values of the row. An empty cell removes a value that a product can lack. */
function completeRow(stored: WrittenProduct, row: WrittenProduct, names: readonly string[]): WrittenProduct {
  const changed = Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
  const seo = { ...(stored["seo"] as WrittenProduct), ...(row["seo"] as WrittenProduct | undefined) };
  const givenSeo = Object.keys(row["seo"] ?? {});
  const emptied = names.filter(
    (name) => !neededColumns.includes(name) && !(name in changed) && !givenSeo.includes(name),
  );
  const omitEmptied = (fields: WrittenProduct) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !emptied.includes(key)));
  const merged: WrittenProduct = { ...omitEmptied(stored), ...changed, seo: omitEmptied(seo) };
  const isPriced =
    !names.includes("discount") &&
    ["price", "originalPrice"].some((name) => !Object.is(toAmount(merged[name]), toAmount(stored[name])));
  return isPriced ? { ...merged, ...settlePrices(merged) } : merged;
}

function settlePrices(product: WrittenProduct): WrittenProduct {
  const price = toAmount(product["price"]);
  const original = Math.max(price, toAmount(product["originalPrice"] ?? price));
  if (!Number.isFinite(original) || original === 0) return {};
  return { originalPrice: original, discount: Math.round(calculateReduction(price, original)) };
}

const toAmount = (value: unknown): number =>
  toRupees((typeof value === "string" || typeof value === "number" ? fromRupees(value) : null) ?? Number.NaN);

function checkNames(file: string, names: readonly string[], errors: FileError[]): void {
  const error = (field: string, message: string) => errors.push({ file, where: "row 1", field, message });
  if (!names.includes("slug")) error("slug", "this column is missing.");
  const unknown = [...new Set(names)].filter((field) => !columnNames.includes(field));
  if (unknown.length > 0)
    error(
      unknown.join(", "),
      `${unknown.length === 1 ? "is not a column" : "are not columns"} of a product. Choose from: ${columnNames.flatMap((name) => findColumnLabel(name) ?? []).join(", ")}.`,
    );
}

/** Returns the name of a column in a spreadsheet program: 0 → `A`, 26 → `AA`. */
const toLetters = (at: number): string =>
  (at < 26 ? "" : toLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

function toProductInFile(cells: Readonly<Record<string, string>>): Record<string, unknown> {
  const values = Object.entries(cells)
    .map(([name, cell]) => [name, cell.trim()] as const)
    .filter(([, cell]) => cell !== "");
  const seo = values.filter(([name]) => seoColumns.includes(name));
  const others = values.filter(([name]) => !seoColumns.includes(name));
  return {
    ...Object.fromEntries(others.map(([name, cell]) => [name, parsers[name]?.(cell) ?? cell])),
    ...(seo.length > 0 && { seo: Object.fromEntries(seo) }),
  };
}

export const columnsForAll: readonly string[] = ["materials", "category", "subcategory", "hsn"];

/** Returns a row's errors without duplicates. If `findCellError` reports a cell, its other errors are left out. */
function listRowErrors(
  cells: Readonly<Record<string, string>>,
  issues: readonly v.BaseIssue<unknown>[],
  { names, isNew }: { names: readonly string[]; isNew: boolean },
): [column: string, message: string][] {
  const cellErrors = Object.entries(cells).flatMap(([name, cell]): [string, string][] => {
    const message = findCellError(name, cell.trim());
    return message === null ? [] : [[name, message]];
  });
  const errors = issues.map((issue): [string, string] => {
    const [first, second] = (issue.path ?? []).map(({ key }) => String(key));
    const field = (first === "seo" ? second : first) ?? "";
    // The discount was calculated from the prices, so the owner must correct a price.
    if (field === "discount" && !names.includes(field)) return ["price", TOO_CHEAP];
    if (field === "slug" && issue.input === undefined) return ["slug", NO_SLUG];
    const isColumnMissing = isNew && !names.includes(field) && field !== "";
    const isSharedField = isNew && issue.input === undefined && columnsForAll.includes(field);
    if (isSharedField)
      return [
        field,
        "is missing. Fill in the column, or enter one value for all new products when you import.",
      ];
    if (isColumnMissing) return [field, "is missing. A new product needs this column."];
    return [field, cellShapes[field] ?? (issue.type === "object" ? "is missing." : issue.message)];
  });
  const others = errors.filter(([field]) => cellErrors.every(([name]) => name !== field));
  // Removes duplicates, because a size with three invalid numbers has the same error three times.
  return [...new Map([...cellErrors, ...others].map((error) => [error.join(" "), error])).values()];
}

const NO_SLUG = "is missing. Enter the end of the product's web address, such as teak-tray.";

const TOO_CHEAP = "is less than 1 percent of the earlier price. Correct one of the two prices.";

const cellShapes: Readonly<Record<string, string>> = {
  size: "is not a size. Write length, breadth and height in inches, like 18 x 12 x 2.5.",
  packed: "is not a size. Write length, breadth and height in centimetres, like 40 x 30 x 8.",
  care: 'needs three parts, like "A damp cloth. | Mineral oil. | The dishwasher.": how to wash the product, how to oil it (may be empty), and what to avoid.',
  name: 'is not written like "सवेरा | morning": the word in its own script, and its meaning.',
};

export const BETWEEN = "|";

const splitCell = (cell: string): string[] => cell.split(BETWEEN).map((part) => part.trim());

const parseSizes = (cell: string, unit: "cm" | "in") =>
  splitCell(cell).map((size) => {
    const [L, B, H, ...extra] = splitSize(size, unit);
    return extra.length > 0 ? {} : { L, B, H };
  });

const cellParts: Readonly<Record<string, readonly string[]>> = {
  care: ["wash", "oil", "never"],
  name: ["script", "meaning"],
};

const parseParts = (cell: string, names: readonly string[] = []): unknown => {
  const parts = splitCell(cell);
  if (parts.length > names.length) return cell;
  return Object.fromEntries(names.map((name, at) => [name, parts[at]]).filter(([, part]) => part));
};

const readYesOrNo = (cell: string): string => {
  const word = cell.toLowerCase();
  return word === "true" ? "yes" : word === "false" ? "no" : word;
};

const parsers: Readonly<Record<string, (cell: string) => unknown>> = {
  name: (cell) => parseParts(cell, cellParts["name"]),
  materials: splitCell,
  size: (cell) => parseSizes(cell, "in"),
  backorder: readYesOrNo,
  hidden: readYesOrNo,
  care: (cell) => parseParts(cell, cellParts["care"]),
  packed: (cell) => parseSizes(cell, "cm")[0],
  images: splitCell,
  alt: splitCell,
  variantImages: splitCell,
  toConfirm: splitCell,
};

const seoColumns = ["sku", "mpn", "gtin13"];

const neededColumns = Object.entries(productInFile.entries)
  .filter(([, schema]) => schema.type !== "exact_optional")
  .map(([name]) => name);

export const columnNames: readonly string[] = [
  ...Object.keys(productInFile.entries).filter((name) => name !== "seo"),
  ...seoColumns,
];

const identifyingColumns = ["slug", ...seoColumns, "hsn", "shelf"];

const ownNames: ReadonlyMap<string, string> = new Map(
  columnNames.flatMap((name) =>
    [name, findColumnLabel(name) ?? name].map((each) => [toBareName(each), name]),
  ),
);

/** Columns that are not exported. An import calculates the discount from the two prices. */
const omittedColumns = ["toConfirm", "discount"];

export const exportNames: readonly string[] = columnNames.filter((name) => !omittedColumns.includes(name));

/** The columns of the list to fill in: those that owners change most. */
export const templateNames: readonly string[] = [
  "slug",
  "title",
  "price",
  "originalPrice",
  "stock",
  "hsn",
  "shelf",
  "weight",
];

/** Returns the cells of a product for an export. @throws CommandRefused if a value in a list contains the separator */
export const formatExportRow = (product: WrittenProduct, columns: readonly string[]): string[] =>
  columns.map((name) => {
    const seo = (product["seo"] ?? {}) as WrittenProduct;
    const cell = formatCell(name, seoColumns.includes(name) ? seo[name] : product[name]);
    if (typeof cell === "string") return cell;
    if (cell.some((value) => value.includes(BETWEEN)))
      throw new CommandRefused(
        `${String(product["slug"])}: ${name} contains the character ${BETWEEN}, which separates the values of a cell. Change it first.`,
      );
    return cell.join(` ${BETWEEN} `);
  });

function formatCell(name: string, value: unknown): string | string[] {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return value.map((entry) => (name === "size" ? formatSize(entry as Size) : String(entry)));
  if (name === "packed") return formatSize(value as Size);
  const parts = cellParts[name];
  // The parts are written in a fixed order, because the database does not keep the order of an object's fields.
  if (parts) return parts.map((part) => readText((value as WrittenProduct)[part]));
  return typeof value === "string" ? value : JSON.stringify(value);
}

const formatSize = ({ L, B, H }: Size): string => `${L} x ${B} x ${H}`;
