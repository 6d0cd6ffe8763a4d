import { fromRupees, type Paise, toRupees } from "#contract/money.ts";
import { parseNumber } from "#contract/number.ts";
import { formatCount } from "#contract/text.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import type { TaxedGoods } from "#shop/pricing/server/index.ts";

/** A spreadsheet as it was read: its columns, and its rows with how each is named when something is said about it. */
export interface Sheet {
  name: string;
  names: readonly string[];
  rows: SheetRow[];
}

export interface SheetRow {
  place: string;
  cells: readonly string[];
}

export interface ForeignOptions {
  /** The moment that a product without one came into the shop. */
  now: Date;
  /** Where prices of the list are with GST: the price of these goods before it. */
  withoutTax: ((withTax: Paise, goods: TaxedGoods) => Paise) | null;
}

/** A list in the shop's own columns, with what had no place in them. */
interface Translated extends Sheet {
  /** It is another program's list. */
  isForeign: boolean;
  remarks: FileError[];
  /** Columns that a product which is in the shop keeps as they are there. */
  forNewOnly: readonly string[];
  /** Where the pictures lie that the list names, by the name under which the shop expects them. */
  pictures: ReadonlyMap<string, string>;
}

/** A product of another program's list, by the shop's columns. */
interface Found {
  place: string;
  fields: Record<string, string>;
  images: { url: string; alt: string }[];
  remarks: string[];
}

/**
 * Brings a list of Shopify or WooCommerce into the shop's columns; another one stays as it is. What has no place here is
 * named: variants, formatted text, products that are not published. Nothing is fetched from the addresses of pictures.
 */
export function translateForeignSheet(sheet: Sheet, options: ForeignOptions): Translated {
  const source = sources.find(({ isOne }) => isOne(sheet.names));
  if (!source) return { ...sheet, isForeign: false, remarks: [], forNewOnly: [], pictures: new Map() };
  const own = sheet.names.filter((name) => ownNames.includes(name));
  const records = sheet.rows.map(({ place, cells }) => ({
    place,
    read: (...names: string[]) => {
      const at = sheet.names.findIndex((each) => names.some((name) => isSameName(each, name)));
      return at === -1 ? "" : (cells[at] ?? "").trim();
    },
    find: (pattern: RegExp) =>
      sheet.names.flatMap((name, at) =>
        pattern.test(name) ? [[name, (cells[at] ?? "").trim()] as const] : [],
      ),
  }));
  const found = source.collect(records).map((each) => finish(each, options));
  return toOwnSheet(sheet, found, [...new Set([...translatedNames, ...own])]);
}

interface ForeignRow {
  place: string;
  read(...names: string[]): string;
  find(pattern: RegExp): (readonly [name: string, cell: string])[];
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Columns of the shop that an owner may add to such a list. */
const ownNames = [
  "slug",
  "category",
  "subcategory",
  "collection",
  "materials",
  "size",
  "hsn",
  "shelf",
  "images",
];

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

const forNewOnly = ["images", "alt", "category", "subcategory", "materials", "size", "weight", "createdAt"];

const sources: readonly { isOne(names: readonly string[]): boolean; collect(rows: ForeignRow[]): Found[] }[] =
  [
    {
      isOne: (names) =>
        names.includes("Title") && names.some((name) => name === "Handle" || isSameName(name, "URL handle")),
      collect: collectShopify,
    },
    {
      isOne: (names) => ["Type", "Name", "Regular price"].every((name) => names.includes(name)),
      collect: collectWooCommerce,
    },
  ];

/** A product has a row for each variant and each further picture; the first one has its texts. */
function collectShopify(rows: readonly ForeignRow[]): Found[] {
  const groups = Map.groupBy(rows, ({ read }) => read("Handle", "URL handle"));
  return [...groups].flatMap(([slug, [first, ...more]]) => {
    if (!first) return [];
    const all = [first, ...more];
    const { read } = first;
    const variants = all.filter((row) => row.read("Variant Price", "Price") !== "");
    const category = lastPart(read("Product Category"));
    const isHidden =
      read("Published", "Published on online store").toLowerCase() === "false" ||
      ["draft", "archived"].includes(read("Status").toLowerCase());
    return [
      {
        place: first.place,
        fields: {
          slug,
          title: read("Title"),
          description: read("Body (HTML)", "Description"),
          category: category || read("Type"),
          subcategory: read("Type") || category,
          materials: first.find(/^materials?\b/i)[0]?.[1].replaceAll(/[;,]\s*/g, " | ") ?? "",
          price: read("Variant Price", "Price"),
          originalPrice: read("Variant Compare At Price", "Compare-at price"),
          stock: read("Variant Inventory Tracker", "Inventory tracker")
            ? read("Variant Inventory Qty", "Inventory quantity")
            : "",
          sku: read("Variant SKU", "SKU"),
          gtin13: read("Variant Barcode", "Barcode"),
          weight: toWhole(parseNumber(read("Variant Grams", "Weight value (grams)")) ?? Number.NaN),
          ...readOwn(first),
        },
        images: all
          .map((row) => ({
            url: row.read("Image Src", "Product image URL"),
            alt: row.read("Image Alt Text", "Image alt text"),
          }))
          .filter(({ url }) => url !== ""),
        remarks: [
          ...(isHidden ? [NOT_PUBLISHED] : []),
          ...(variants.length > 1 ? [describeVariants(variants.length)] : []),
        ],
      },
    ];
  });
}

/** A product that comes in several has a row, and one for each of them that names it. */
function collectWooCommerce(rows: readonly ForeignRow[]): Found[] {
  const isVariation = ({ read }: ForeignRow) => read("Type").toLowerCase().includes("variation");
  const variations = Map.groupBy(rows.filter(isVariation), ({ read }) => read("Parent").replace(/^id:/, ""));
  return rows
    .filter((row) => !isVariation(row))
    .map((row) => {
      const { read } = row;
      const parts = [...(variations.get(read("ID")) ?? []), ...(variations.get(read("SKU")) ?? [])];
      const priced = [row, ...parts].find((each) => each.read("Regular price") !== "") ?? row;
      const [regular, sale] = [priced.read("Regular price"), priced.read("Sale price")];
      const path = (read("Categories").split(",")[0] ?? "").split(">").map((part) => part.trim());
      const isHidden = read("Published") !== "1" || read("Visibility in catalog").toLowerCase() === "hidden";
      return {
        place: row.place,
        fields: {
          slug: toSlug(read("Name")),
          title: read("Name"),
          description: read("Description") || read("Short description"),
          category: path[0] ?? "",
          subcategory: path.at(-1) ?? "",
          materials: findAttribute(row, /material|wood/i),
          price: sale || regular,
          originalPrice: sale ? regular : "",
          stock: read("Stock"),
          sku: read("SKU"),
          gtin13: read("GTIN, UPC, EAN, or ISBN"),
          weight: readWeight(row),
          size: readSize(row),
          ...readOwn(row),
        },
        images: read("Images")
          .split(",")
          .map((url) => ({ url: url.trim(), alt: "" }))
          .filter(({ url }) => url !== ""),
        remarks: [
          ...(isHidden ? [NOT_PUBLISHED] : []),
          ...(parts.length > 1 ? [describeVariants(parts.length)] : []),
          ...(/grouped|external/i.test(read("Type"))
            ? [`is "${read("Type")}" there: it is taken as one piece.`]
            : []),
        ],
      };
    });
}

const NOT_PUBLISHED = "is not published there, and left out.";

const describeVariants = (count: number): string =>
  `has ${formatCount(count, "variant")} there: only one is taken, with its price. Write a row of its own for each that you sell.`;

/** What the owner has written into the shop's own columns of the list. */
const readOwn = ({ read }: ForeignRow): Record<string, string> =>
  Object.fromEntries(
    ownNames.flatMap((name) => {
      const cell = name === "images" ? "" : read(name);
      return cell === "" ? [] : [[name, cell]];
    }),
  );

/** Attributes stand in pairs of columns: what it is, and its values. */
function findAttribute({ find }: ForeignRow, wanted: RegExp): string {
  const names = find(/^Attribute \d+ name$/);
  const at = names.findIndex(([, cell]) => wanted.test(cell));
  const number = /\d+/.exec(names[at]?.[0] ?? "")?.[0];
  const [value] = number === undefined ? [] : find(new RegExp(`^Attribute ${number} value`));
  return (value?.[1] ?? "").replaceAll(/\s*,\s*/g, " | ");
}

const gramsOf: Readonly<Record<string, number>> = { kg: 1000, g: 1, lbs: 453.592, oz: 28.3495 };

const inchesOf: Readonly<Record<string, number>> = { cm: 1 / 2.54, mm: 1 / 25.4, m: 39.3701, in: 1, yd: 36 };

const findUnit = (name: string): string => /\((\w+)\)$/.exec(name)?.[1] ?? "";

function readWeight({ find }: ForeignRow): string {
  const [found] = find(/^Weight \(/);
  return found?.[1]
    ? toWhole((parseNumber(found[1]) ?? Number.NaN) * (gramsOf[findUnit(found[0])] ?? 1000))
    : "";
}

function readSize({ find }: ForeignRow): string {
  const sides = ["Length", "Width", "Height"].map((side) => find(new RegExp(`^${side} \\(`))[0]);
  const inches = sides.map(
    (side) => (parseNumber(side?.[1] ?? "") ?? Number.NaN) * (inchesOf[findUnit(side?.[0] ?? "")] ?? 1),
  );
  return inches.every((one) => one > 0) ? inches.map((one) => Number(one.toFixed(1))).join(" x ") : "";
}

const toWhole = (number: number): string => (number > 0 ? String(Math.round(number)) : "");

const lastPart = (path: string): string => path.split(">").at(-1)?.trim() ?? "";

const toSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}|'/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 100);

/** Texts without their formatting, prices as the shop has them. */
function finish({ fields, remarks, ...found }: Found, { now, withoutTax }: ForeignOptions): Found {
  const description = toPlainText(fields["description"] ?? "");
  const isFormatted = /<(?!\/?(?:p|br|div|span)\b)[a-z]/i.test(fields["description"] ?? "");
  const goods = { id: fields["slug"] ?? "", hsn: fields["hsn"] };
  const toPrice = (cell = "") => {
    const paise = fromRupees(cell);
    return cell === "" || paise === null || !withoutTax ? cell : String(toRupees(withoutTax(paise, goods)));
  };
  return {
    ...found,
    remarks: [
      ...remarks,
      ...(isFormatted ? ["has a formatted text: it is taken without its formatting."] : []),
    ],
    fields: {
      ...fields,
      description,
      price: toPrice(fields["price"]),
      originalPrice: toPrice(fields["originalPrice"]),
      gtin13: /^\d{13}$/.test(fields["gtin13"] ?? "") ? (fields["gtin13"] ?? "") : "",
      createdAt: now.toISOString(),
    },
  };
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const toPlainText = (text: string): string =>
  text
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d|\/tr)\s*\/?>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => decodeEntity(name) ?? whole)
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith("#")) return entities[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

function toOwnSheet({ name: file }: Sheet, found: readonly Found[], names: readonly string[]): Translated {
  const pictures = new Map<string, string>();
  const taken = found.filter(({ remarks }) => !remarks.includes(NOT_PUBLISHED));
  const rows = taken.map(({ place, fields, images }) => {
    const files = images.map(({ url }) => toFileName(url));
    for (const [at, name] of files.entries()) pictures.set(name, images[at]?.url ?? "");
    const own: Record<string, string> = {
      ...fields,
      images: files.join(" | "),
      alt: images.every(({ alt }) => alt !== "")
        ? images.map(({ alt }) => alt.replaceAll("|", "/")).join(" | ")
        : "",
    };
    return { place, cells: names.map((name) => own[name] ?? "") };
  });
  const remarks = found.flatMap(({ place, fields, remarks: said }) =>
    said.map((message) => ({ file, where: `${place} (${fields["slug"] ?? ""})`, field: "", message })),
  );
  return { name: file, isForeign: true, names, rows, remarks, forNewOnly, pictures };
}

/** The name that a picture of this address has in the folder of pictures. */
function toFileName(address: string): string {
  const last = (URL.parse(address)?.pathname ?? address).split("/").at(-1) ?? "";
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // It is a name as it stands.
  }
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^[-_.]+/, "");
}
