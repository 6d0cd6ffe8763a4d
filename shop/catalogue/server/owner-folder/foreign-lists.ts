import { decodeHTMLStrict } from "entities/decode";
import { fromRupees, type Paise, toRupees } from "#contract/money.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import type { TaxedProduct } from "#shop/pricing/server/index.ts";
import {
  type ConvertedProduct,
  findCollector,
  isBlank,
  isFalseCell,
  isSameName,
  NO_PRODUCT,
  NOT_PUBLISHED,
  ownNames,
} from "./foreign-shops.ts";

export interface Sheet {
  name: string;
  names: readonly string[];
  rows: SheetRow[];
  /** The headings as written in the file, by the name of the column. */
  headings?: Readonly<Record<string, string>>;
}

interface SheetRow {
  /** The name of the row in messages, such as `row 2`. */
  place: string;
  cells: Readonly<Record<string, string>>;
}

export interface ForeignOptions {
  now: Date;
  /** Whether the prices of the list include GST, as the owner has entered. If undefined, the prices include GST. */
  gst: "included" | "added" | undefined;
  /** Removes GST from a price. Null if the prices of the list do not include GST. */
  withoutTax: ((withTax: Paise, goods: TaxedProduct) => Paise) | null;
}

export interface ConvertedList extends Sheet {
  remarks: FileError[];
  newProductColumns: readonly string[];
  pictures: ReadonlyMap<string, string>;
}

/** Converts a sheet that Shopify, WooCommerce or Etsy exported. Returns null for any other sheet. */
export function translateForeignSheet(sheet: Sheet, options: ForeignOptions): ConvertedList | null {
  const collect = findCollector(sheet.names);
  if (!collect) return null;
  const ownColumns = sheet.names.filter((name) => ownNames.includes(name));
  const usedColumns = new Set<string>();
  const readCell = (cells: SheetRow["cells"], column = ""): string => {
    usedColumns.add(column);
    return (cells[column] ?? "").trim();
  };
  const records = sheet.rows.map(({ place, cells }) => ({
    place,
    read: (...names: string[]) =>
      readCell(
        cells,
        sheet.names.find((each) => names.some((name) => isSameName(each, name))),
      ),
    find: (pattern: RegExp) =>
      sheet.names.flatMap((name) => (pattern.test(name) ? [[name, readCell(cells, name)] as const] : [])),
  }));
  const matches = collect(records, options.now).map((each) => finish(each, options));
  const names = [
    ...translatedNames,
    ...ownColumns,
    ...(ownColumns.includes("leadDays") ? ["backorder"] : []),
  ];
  // If the list has no values in an identifier's column, the products keep their identifiers.
  const emptyIdentifiers = identifiers.filter((name) => matches.every(({ fields }) => !fields[name]));
  const list = toOwnSheet(
    sheet,
    matches,
    [...new Set(names)].filter((name) => !emptyIdentifiers.includes(name)),
  );
  return {
    ...list,
    remarks: [
      ...(options.gst ? [] : [{ file: sheet.name, where: "", field: "price", message: WITHOUT_GST }]),
      ...remarkUnused(sheet, usedColumns),
      ...list.remarks,
    ],
  };
}

const WITHOUT_GST =
  "is imported without its GST, because prices in a list of this shop program include GST. If yours do not, choose “Before GST” for the prices.";

/** Reports the columns that are not imported, except those that are empty or contain only values such as 0 or "no". */
function remarkUnused({ name: file, names, rows }: Sheet, usedColumns: ReadonlySet<string>): FileError[] {
  const isFilled = (cell = "") => !isBlank(cell.trim()) && !isFalseCell(cell.trim());
  const unused = names.filter(
    (name) => !usedColumns.has(name) && rows.some(({ cells }) => isFilled(cells[name])),
  );
  if (unused.length === 0) return [];
  const [noun, verb] = unused.length === 1 ? ["column", "is"] : ["columns", "are"];
  const message = `the ${noun} ${unused.map((name) => `"${name}"`).join(", ")} ${verb} not imported.`;
  return [{ file, where: "", field: "", message }];
}

export const isForeignList = (names: readonly string[]): boolean => findCollector(names) !== null;

const identifiers = ["sku", "gtin13"];

const translatedNames = [
  "slug",
  "title",
  "description",
  "category",
  "subcategory",
  "materials",
  "price",
  "originalPrice",
  "stock",
  "sku",
  "gtin13",
  "weight",
  "size",
  "images",
  "alt",
  "createdAt",
];

const newProductColumns = [
  "images",
  "alt",
  "category",
  "subcategory",
  "materials",
  "size",
  "weight",
  "createdAt",
];

function finish(
  { fields, remarks, ...parts }: ConvertedProduct,
  { now, withoutTax }: ForeignOptions,
): ConvertedProduct {
  const description = toPlainText(fields["description"] ?? "");
  const isFormatted = /<(?!\/?(?:p|br|div|span)\b)[a-z]/i.test(fields["description"] ?? "");
  const product = { id: fields["slug"] ?? "", hsn: fields["hsn"] };
  const toPrice = (cell = "") => {
    const paise = fromRupees(cell);
    return paise === null || !withoutTax ? cell : String(toRupees(withoutTax(paise, product)));
  };
  const barCode = readBarCode(fields["gtin13"] ?? "");
  return {
    ...parts,
    remarks: [
      ...remarks,
      ...(isFormatted ? ["has a formatted text, which is imported without its formatting."] : []),
      ...(barCode === null
        ? [`has the bar code "${fields["gtin13"]}", which does not have 13 digits, so it is not imported.`]
        : []),
    ],
    fields: {
      ...fields,
      description,
      price: toPrice(fields["price"]),
      originalPrice: toPrice(fields["originalPrice"]),
      gtin13: barCode ?? "",
      createdAt: now.toISOString(),
    },
  };
}

/**
 * Returns the bar code with 13 digits, after adding a leading 0 to 12 digits. An empty cell stays empty. Scientific
 * notation such as `8.9E+12` stays unchanged, so that the validation rejects it. Any other text gives null.
 */
function readBarCode(cell: string): string | null {
  const code = cell.replaceAll(/^'|[\s-]/g, "");
  if (/^\d{12}$/.test(code)) return `0${code}`;
  return code === "" || /^\d{13}$/.test(code) || isShortened(code) ? code : null;
}

/** True for `8.90123E+12`: a spreadsheet program has shortened a long number, and its last digits are lost. */
export const isShortened = (cell: string): boolean => /^\d(?:[.,]\d+)?e\+\d{1,3}$/i.test(cell);

const toPlainText = (text: string): string =>
  decodeHTMLStrict(
    text
      .replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d|\/tr)\s*\/?>/gi, "\n")
      .replaceAll(/<\/t[dh]\s*>/gi, " ")
      .replaceAll(/<[^<>]*>/g, ""),
  )
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

function toOwnSheet(
  { name: file }: Sheet,
  matches: readonly ConvertedProduct[],
  names: readonly string[],
): ConvertedList {
  const pictures = new Map<string, string>();
  const imported = matches.filter(
    ({ remarks }) => !remarks.some((remark) => remark === NOT_PUBLISHED || remark === NO_PRODUCT),
  );
  const rows = imported.map(({ place, fields, images }) => {
    const files = images.map(({ url }, at) => {
      const name = toFileName(url, `${fields["slug"]}-${at + 1}`, pictures);
      pictures.set(name, url);
      return name;
    });
    const ownFields: Record<string, string> = {
      ...fields,
      images: files.join(" | "),
      alt: images.some(({ alt }) => alt !== "")
        ? images.map(({ alt }) => alt.replaceAll("|", "/")).join(" | ")
        : "",
    };
    return { place, cells: Object.fromEntries(names.map((name) => [name, ownFields[name] ?? ""])) };
  });
  const remarks = matches.flatMap(({ place, fields, remarks: rowRemarks }) =>
    rowRemarks.map((message) => ({ file, where: `${place} (${fields["slug"] ?? ""})`, field: "", message })),
  );
  return { name: file, names, rows, remarks, newProductColumns, pictures };
}

/**
 * Returns the last part of the URL as a valid file name. Returns `otherwise` if that part has no Latin letters or
 * digits. Also if another picture of the list has this name: some shops have a file `1.jpg` in several folders.
 */
function toFileName(address: string, otherwise: string, pictures: ReadonlyMap<string, string>): string {
  const last = (URL.parse(address)?.pathname ?? address).split("/").at(-1) ?? "";
  let decoded = last;
  try {
    decoded = decodeURIComponent(last);
  } catch {
    // The name is not valid percent-encoding, so it is not decoded.
  }
  const [, ending = ".jpg"] = /(\.(?:jpe?g|png|webp|avif|heic|heif))$/i.exec(decoded) ?? [];
  const stem = decoded
    .replace(/\.\w+$/, "")
    .replaceAll(/[^\w-]+/g, "-")
    .replace(/^[-_]+/, "");
  const named = pictures.get(`${stem}${ending}`);
  const isFree = named === undefined || withoutQuery(named) === withoutQuery(address);
  return `${stem !== "" && isFree ? stem : otherwise}${ending}`;
}

const withoutQuery = (address: string): string => address.replace(/[?#].*$/, "");
