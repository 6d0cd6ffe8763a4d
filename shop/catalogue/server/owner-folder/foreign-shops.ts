import { decodeHTMLStrict } from "entities/decode";
import { toIsoDay } from "#contract/dates.ts";
import { parseGrouped, parseNumber } from "#contract/number.ts";
import { formatCount } from "#contract/text.ts";

/* The lists of products that Shopify, WooCommerce and Etsy export. */

interface ForeignRow {
  place: string;
  read(...names: string[]): string;
  find(pattern: RegExp): (readonly [name: string, cell: string])[];
}

export interface ConvertedProduct {
  place: string;
  fields: Record<string, string>;
  images: { url: string; alt: string }[];
  remarks: string[];
}

/** Returns null if no known program exports lists with these columns. */
export function findCollector(columns: readonly string[]) {
  const has = (...names: string[]) =>
    columns.some((column) => names.some((name) => isSameName(name, column)));
  if (has("Title") && has("Handle", "URL handle")) return collectShopify;
  if (has("Title") && has("Currency_code")) return collectEtsy;
  return has("Type") && has("Name") && has("Regular price") ? collectWooCommerce : null;
}

export const ownNames = [
  "slug",
  "category",
  "subcategory",
  "collection",
  "materials",
  "size",
  "hsn",
  "shelf",
  "leadDays",
  "images",
];

/** In a list from Shopify, a product's first row has its texts, and further rows have its variants and pictures. */
function collectShopify(rows: readonly ForeignRow[]): ConvertedProduct[] {
  const groups = Map.groupBy(rows, ({ read }) => read("Handle", "URL handle"));
  return [...groups].flatMap(([slug, productRows]) => {
    const [first] = productRows;
    return first ? toShopifyProduct(slug, first, productRows) : [];
  });
}

function toShopifyProduct(slug: string, first: ForeignRow, rows: readonly ForeignRow[]): ConvertedProduct {
  const { read } = first;
  const remarks: string[] = [];
  const status = read("Status").toLowerCase();
  // Shopify shows shoppers only active products, not draft, archived or unlisted ones.
  const isListed = status === "" || status === "active";
  if (!isListed || isFalseCell(read("Published", "Published on online store"))) remarks.push(NOT_PUBLISHED);
  remarkVariants(remarks, rows.filter((row) => row.read("Variant Price", "Price") !== "").length);
  const category = lastPart(decodeHTMLStrict(read("Product Category")));
  const type = decodeHTMLStrict(read("Type"));
  const isTracked = read("Variant Inventory Tracker", "Inventory tracker") !== "";
  const sellsBeyondStock =
    read("Variant Inventory Policy").toLowerCase() === "continue" ||
    isTrueCell(read("Continue selling when out of stock"));
  return {
    place: first.place,
    fields: {
      slug,
      title: decodeHTMLStrict(read("Title")),
      description: read("Body (HTML)", "Description"),
      category: category || type,
      subcategory: type || category,
      materials: joinCell(decodeHTMLStrict(first.find(/^materials?\b/i)[0]?.[1] ?? "").split(/[;,]/)),
      price: read("Variant Price", "Price"),
      originalPrice: read("Variant Compare At Price", "Compare-at price"),
      ...readStock(remarks, {
        quantity: isTracked ? read("Variant Inventory Qty", "Inventory quantity") : "",
        isOutOfStock: false,
        allowsBackorders: isTracked && sellsBeyondStock,
        leadDays: read("leadDays"),
      }),
      sku: read("Variant SKU", "SKU"),
      gtin13: read("Variant Barcode", "Barcode"),
      weight: readWeight(remarks, first),
      ...readOwn(first),
    },
    images: rows
      .map((row) => ({
        url: row.read("Image Src", "Product image URL"),
        alt: decodeHTMLStrict(row.read("Image Alt Text", "Image alt text")),
      }))
      .filter(({ url }) => url !== ""),
    remarks,
  };
}

/** A list from WooCommerce has one row for each product, and one row for each variant of the product. */
function collectWooCommerce(rows: readonly ForeignRow[], now: Date): ConvertedProduct[] {
  const isVariation = ({ read }: ForeignRow) => read("Type").toLowerCase().includes("variation");
  // A variant names its product by the SKU, or by `id:` and the ID of a product without SKU.
  const toReferences = ({ read }: ForeignRow) => [`id:${read("ID")}`, read("SKU")].filter(Boolean);
  const variations = Map.groupBy(rows.filter(isVariation), ({ read }) => read("Parent"));
  const products = rows.filter((row) => !isVariation(row));
  const references = new Set(products.flatMap(toReferences));
  const withoutProduct = [...variations].flatMap(([parent, parts]) => (references.has(parent) ? [] : parts));
  return [
    ...products.map((row) => {
      const { read } = row;
      const remarks: string[] = [];
      if (!isTrueCell(read("Published")) || read("Visibility in catalog").toLowerCase() === "hidden")
        remarks.push(NOT_PUBLISHED);
      const parts = toReferences(row).flatMap((reference) => variations.get(reference) ?? []);
      remarkVariants(remarks, parts.length);
      const [category = "", ...others] = splitValues(decodeHTMLStrict(read("Categories")));
      if (others.length > 0)
        remarks.push(`is in ${others.length + 1} categories: only "${category}" is imported.`);
      if (/grouped|external|virtual|downloadable/i.test(read("Type")))
        remarks.push(`has the type "${read("Type")}" and is imported as one piece.`);
      if (read("Description") !== "" && read("Short description") !== "")
        remarks.push("has a short description, which is not imported.");
      const path = category.split(">").map((part) => part.trim());
      const priced = [row, ...parts].find((each) => each.read("Regular price") !== "") ?? row;
      const [regular, sale] = [priced.read("Regular price"), readSalePrice(remarks, priced, now)];
      const name = decodeHTMLStrict(read("Name"));
      const stockRow = read("Stock") === "" ? priced : row;
      const state = stockRow.read("In stock?").toLowerCase();
      return {
        place: row.place,
        fields: {
          slug: toSlug(name),
          title: name,
          description: readLines(read("Description") || read("Short description")),
          category: path[0] ?? "",
          subcategory: path.at(-1) ?? "",
          materials: findAttribute(row, /material|wood/i),
          price: sale || regular,
          originalPrice: sale ? regular : "",
          ...readStock(remarks, {
            quantity: stockRow.read("Stock"),
            isOutOfStock: isFalseCell(state) || state === "backorder",
            allowsBackorders: state === "backorder" || isTrueCell(stockRow.read("Backorders allowed?")),
            leadDays: read("leadDays"),
          }),
          sku: read("SKU"),
          gtin13: read("GTIN, UPC, EAN, or ISBN"),
          weight: readWeight(remarks, row),
          size: readSize(remarks, row),
          ...readOwn(row),
        },
        images: splitValues(read("Images")).map((url) => ({ url, alt: "" })),
        remarks,
      };
    }),
    ...withoutProduct.map(({ place, read }) => ({
      place,
      fields: { slug: toSlug(decodeHTMLStrict(read("Name"))) },
      images: [],
      remarks: [NO_PRODUCT],
    })),
  ];
}

/** A list from Etsy has one row for each product. A cell contains the values of all variants of the product. */
const collectEtsy = (rows: readonly ForeignRow[]): ConvertedProduct[] =>
  rows.map((row) => {
    const { place, read, find } = row;
    const remarks: string[] = [];
    const values = find(/^Variation \d+ values$/i).map(([, cell]) => splitValues(cell).length || 1);
    remarkVariants(
      remarks,
      values.reduce((count, each) => count * each, 1),
    );
    const title = decodeHTMLStrict(read("Title"));
    const currency = read("Currency_code");
    const price = read("Price");
    return {
      place,
      fields: {
        slug: toSlug(title),
        title,
        description: read("Description"),
        // With another currency, the cell is not an amount in rupees, so the validation reports it.
        price: currency === "INR" ? price : `${price} ${currency}`,
        stock: read("Quantity"),
        sku: splitValues(read("SKU"))[0] ?? "",
        ...readOwn(row),
        materials: joinCell(decodeHTMLStrict(read("Materials")).split(/[,|]/)),
      },
      images: find(/^Image ?\d+$/i).flatMap(([, url]) => (url === "" ? [] : { url, alt: "" })),
      remarks,
    };
  });

/** Returns the sale price. The list also contains sales that do not run today; for these, returns an empty text. */
function readSalePrice(remarks: string[], { read, find }: ForeignRow, now: Date): string {
  const sale = read("Sale price");
  if (sale === "") return "";
  const [start = "", end = ""] = ["starts", "ends"].map(
    (name) => find(new RegExp(`^Date sale price ${name}`, "i"))[0]?.[1] ?? "",
  );
  const today = toIsoDay(now);
  const isReadable = [start, end].every(
    (cell) =>
      cell === "" || (/^\d{4}-\d\d-\d\d\b/.test(cell) && !Number.isNaN(Date.parse(cell.slice(0, 10)))),
  );
  const isOn = isReadable && start.slice(0, 10) <= today && (end === "" || end.slice(0, 10) >= today);
  if (!isOn)
    remarks.push(
      `has a sale price of ${sale} from "${start}" to "${end}", which is not imported, because ${isReadable ? "it does not apply today" : "a date cannot be read. Write dates like 2026-01-31"}.`,
    );
  else if (end !== "")
    remarks.push(
      `has a sale price until ${end}. The sale price is imported, but the shop does not end the sale on that day.`,
    );
  return isOn ? sale : "";
}

export const NOT_PUBLISHED = "is not published, so it is not imported.";
export const NO_PRODUCT =
  "is a variant of a product that is not in the list, so it is not imported. Export the list with that product.";

function remarkVariants(remarks: string[], count: number): void {
  if (count > 1)
    remarks.push(
      `has ${formatCount(count, "variant")}: only one is imported, with its price. Write a separate row for each variant that you sell.`,
    );
}

const readOwn = ({ read }: ForeignRow): Record<string, string> =>
  Object.fromEntries(
    ownNames.flatMap((name) => {
      const cell = name === "images" ? "" : read(name);
      return cell === "" ? [] : [[name, cell]];
    }),
  );

function findAttribute({ find }: ForeignRow, pattern: RegExp): string {
  const names = find(/^Attribute \d+ name$/);
  const at = names.findIndex(([, cell]) => pattern.test(cell));
  const number = /\d+/.exec(names[at]?.[0] ?? "")?.[0];
  const [value] = number === undefined ? [] : find(new RegExp(`^Attribute ${number} value`));
  return joinCell(splitValues(decodeHTMLStrict(value?.[1] ?? "")));
}

/** Splits a cell at its commas. A comma within a value is written `\,`. */
const splitValues = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll("\\,", ",").trim())
    .filter(Boolean);

const joinCell = (values: readonly string[]): string =>
  values
    .map((value) => value.replaceAll("|", "/").trim())
    .filter(Boolean)
    .join(" | ");

/** Replaces `\n` with a line break, and `\\n` with a literal `\n`. */
const readLines = (text: string): string =>
  text
    .split("\\\\n")
    .map((part) => part.replaceAll(/(?:\\r)?\\n/g, "\n"))
    .join("\\n");

const isTrueCell = (cell: string): boolean => /^(?:1|yes|true|notify)$/i.test(cell);

export const isFalseCell = (cell: string): boolean => /^(?:0|no|false)$/i.test(cell);

/** Returns the cells `stock` and `backorder`. Without `leadDays`, a product cannot be ordered beyond its stock. */
function readStock(
  remarks: string[],
  cells: { quantity: string; isOutOfStock: boolean; allowsBackorders: boolean; leadDays: string },
): Record<string, string> {
  const { quantity, isOutOfStock, allowsBackorders, leadDays } = cells;
  const isNegative = /^-\s*\d/.test(quantity);
  if (isNegative)
    remarks.push(
      `has a stock of ${quantity}, which is imported as 0. Customers of the other shop may still wait for these pieces.`,
    );
  if (isOutOfStock && (parseNumber(quantity) ?? 0) > 0)
    remarks.push(`has a stock of ${quantity} but is marked as out of stock, so its stock is imported as 0.`);
  const stock = isOutOfStock || isNegative ? "0" : quantity;
  if (!allowsBackorders || stock === "") return { stock };
  if (leadDays !== "") return { stock, backorder: "yes" };
  remarks.push(
    "can be ordered beyond its stock, but this is not imported. To allow it here, add a column leadDays with the days that you need to make a piece.",
  );
  return { stock };
}

const gramsOf: Readonly<Record<string, number>> = { kg: 1000, g: 1, grams: 1, lbs: 453.592, oz: 28.3495 };

const inchesOf: Readonly<Record<string, number>> = { cm: 1 / 2.54, mm: 1 / 25.4, m: 39.3701, in: 1, yd: 36 };

const findUnit = (name: string): string => /\((\w+)\)$/.exec(name)?.[1] ?? "";

/** True if the cell is empty or 0, because some programs write 0 for an empty value. */
export const isBlank = (cell: string): boolean => /^0*(?:[.,]0*)?$/.test(cell);

/** Returns 0 for a text that is not a number. */
const readNumber = (cell: string): number => Math.max(0, parseGrouped(cell.replace(/^\./, "0.")) ?? 0);

function readWeight(remarks: string[], { find }: ForeignRow): string {
  const [name = "", cell = ""] = find(/^(?:Variant Grams$|Weight value \(|Weight \()/i)[0] ?? [];
  if (isBlank(cell)) return "";
  const unit = isSameName(name, "Variant Grams") ? 1 : (gramsOf[findUnit(name)] ?? 0);
  const grams = Math.round(readNumber(cell) * unit);
  if (grams > 0) return String(grams);
  remarks.push(describeUnreadable(name, cell));
  return "";
}

function readSize(remarks: string[], { find }: ForeignRow): string {
  const sides = ["Length", "Width", "Height"].map(
    (side) => find(new RegExp(`^${side} \\(`, "i"))[0] ?? [side, ""],
  );
  if (sides.every(([, cell]) => isBlank(cell))) return "";
  const inches = sides.map(([name, cell]) => readNumber(cell) * (inchesOf[findUnit(name)] ?? 0));
  const unread = sides.filter((_, at) => !inches[at]);
  remarks.push(...unread.map(([name, cell]) => describeUnreadable(name, cell)));
  return unread.length > 0 ? "" : inches.map((inch) => Number(inch.toFixed(1))).join(" x ");
}

const describeUnreadable = (name: string, cell: string): string =>
  cell === ""
    ? `has no ${name}, so its size is not imported.`
    : `has "${cell}" as ${name}, which cannot be read, so this value is not imported.`;

const lastPart = (path: string): string => path.split(">").at(-1)?.trim() ?? "";

export const toSlug = (title: string): string =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}|'/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 100)
    .replace(/-$/, "");

export const isSameName = (first: string, other: string): boolean =>
  first.toLowerCase() === other.toLowerCase();
