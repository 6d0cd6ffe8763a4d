import * as v from "valibot";
import type { FileError } from "#platform/storage/owner-file.ts";
import { readCsvRows } from "#platform/storage/csv.ts";
import { productInFile, type ProductInFile, type ProductList } from "./product-file.ts";

/**
 * Reads a list of products from a spreadsheet, a row each, as far as it is in order; null when its columns are not.
 * Every error is named with its row and column, the row as the spreadsheet counts it, the line with the names included.
 */
export async function readCsvList(
  file: string,
  name: string,
  errors: FileError[],
): Promise<ProductList | null> {
  const list: ProductList = { file: name, products: [], places: [], broken: [] };
  let names: readonly string[] = [];
  let areNamesRight = false;
  const isRead = await readCsvRows({ file, name, of: "products" }, errors, (cells, index) => {
    if (index === 0) {
      names = cells.map((cell) => cell.trim());
      const before = errors.length;
      checkNames(names, name, errors);
      areNamesRight = errors.length === before;
    } else if (areNamesRight) takeRow({ list, names, errors }, cells, index);
  });
  return isRead && areNamesRight ? list : null;
}

interface Reading {
  list: ProductList;
  names: readonly string[];
  errors: FileError[];
}

/** Adds the product of a row to the list, or what is wrong with it to the errors. */
function takeRow({ list, names, errors }: Reading, cells: readonly string[], index: number): void {
  if (cells.every((cell) => cell.trim() === "")) return;
  const { file } = list;
  const place = `row ${index + 1}`;
  if (cells.slice(names.length).some((cell) => cell.trim() !== "")) {
    errors.push({ file, where: place, field: "", message: "has more cells than there are columns." });
    return;
  }
  const written = toProductInFile(names, cells);
  const result = v.safeParse(productInFile, written, { abortPipeEarly: true });
  if (result.success) {
    list.products.push(result.output);
    list.places.push(`${place} (${result.output.slug})`);
  } else {
    errors.push(...listRowErrors(result.issues, file, place));
    list.broken.push({ place, written });
  }
}

function checkNames(names: readonly string[], file: string, errors: FileError[]): void {
  const error = (field: string, message: string) => errors.push({ file, where: "row 1", field, message });
  for (const field of neededColumns) if (!names.includes(field)) error(field, "this column is missing.");
  for (const [index, field] of names.entries()) {
    if (names.indexOf(field) < index && field !== "") error(field, "this column appears twice.");
    else if (field !== "" && !(field in columns) && !seoColumns.includes(field))
      error(
        field,
        `is no column of a product. There are: ${[...Object.keys(columns), ...seoColumns].join(", ")}.`,
      );
  }
}

/** Reads a row as products.json would have the product. An empty cell is a line that was left out. */
function toProductInFile(names: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const given = names.flatMap((name, at) => {
    const cell = (cells[at] ?? "").trim();
    return name === "" || cell === "" ? [] : [[name, cell] as const];
  });
  const seo = given.filter(([name]) => seoColumns.includes(name));
  const rest = given.filter(([name]) => !seoColumns.includes(name));
  return {
    ...Object.fromEntries(rest.map(([name, cell]) => [name, columns[name as keyof typeof columns](cell)])),
    ...(seo.length > 0 && { seo: Object.fromEntries(seo) }),
  };
}

function listRowErrors(issues: readonly v.BaseIssue<unknown>[], file: string, where: string): FileError[] {
  const errors = issues.map((issue) => {
    const [first, second] = (issue.path ?? []).map(({ key }) => String(key));
    const field = (first === "seo" ? second : first) ?? "";
    const message =
      field === "size"
        ? "is not written like 18 x 12 x 2.5, in inches: length, breadth, height."
        : field === "packed"
          ? "is not written like 40 x 30 x 8, in centimetres: length, breadth, height."
          : issue.type === "object"
            ? "is missing."
            : issue.message;
    return { file, where, field: `column ${field}`, message };
  });
  // A size in which nothing is right is one error, not three.
  return [...new Map(errors.map((error) => [`${error.field}${error.message}`, error])).values()];
}

/** Between several values in one cell. */
const BETWEEN = "|";

const splitCell = (cell: string): string[] => cell.split(BETWEEN).map((part) => part.trim());

/** `18 x 12 x 2.5`: length, breadth and height. */
const parseSizes = (cell: string) =>
  splitCell(cell).map((size) => {
    const [L, B, H, ...more] = size.split(/[x×]/i).map((inches) => inches.trim());
    return more.length > 0 ? {} : { L, B, H };
  });

/** `A damp cloth. | Mineral oil. | The dishwasher.`: how to wash it and oil it, and what it must never meet. */
const parseCare = (cell: string) => {
  const [wash, oil, never, ...more] = splitCell(cell);
  return more.length > 0 ? cell : { wash, oil, never };
};

/** `सवेरा | morning`: the first word of the title in its own script, and in English. */
const parseName = (cell: string) => {
  const [script, meaning, ...more] = splitCell(cell);
  return more.length > 0 ? cell : { script, meaning };
};

const readPlain = (cell: string): string => cell;

/** Columns, under the same names as in products.json. */
const columns = {
  slug: readPlain,
  title: readPlain,
  name: parseName,
  category: readPlain,
  subcategory: readPlain,
  collection: readPlain,
  materials: splitCell,
  size: parseSizes,
  price: readPlain,
  originalPrice: readPlain,
  discount: readPlain,
  stock: readPlain,
  leadDays: readPlain,
  backorder: (cell: string) => cell.toLowerCase(),
  description: readPlain,
  care: parseCare,
  hsn: readPlain,
  shelf: readPlain,
  weight: readPlain,
  packed: (cell) => parseSizes(cell)[0],
  images: splitCell,
  alt: splitCell,
  variantImages: splitCell,
  createdAt: readPlain,
  sales: readPlain,
  featuredRank: readPlain,
  toConfirm: splitCell,
} satisfies Record<keyof Omit<ProductInFile, "seo">, (cell: string) => unknown>;

const seoColumns = ["sku", "mpn", "gtin13"];

const neededColumns = [
  "slug",
  "title",
  "category",
  "subcategory",
  "materials",
  "price",
  "description",
  "images",
  "createdAt",
];
