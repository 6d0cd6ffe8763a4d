import { capitalise, formatCount, joinTexts } from "#contract/text.ts";
import path from "node:path";
import { formatRupeesGrouped } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { type CommandInput, defineCommand, refuseField, UsageError } from "#platform/operator/command.ts";
import { beginsWith } from "#platform/database/statement.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import { type GivenPicture, keepFiles, readGivenPicture } from "#shop/media/server/index.ts";
import type { Care } from "../../product.ts";
import { addedProduct } from "../../command-results.ts";
import { NONE } from "../content/change-content.ts";
import { writeChangeList } from "../import/import-catalogue.ts";
import { CatalogueErrors } from "../owner-folder/catalogue-folder.ts";
import { checkValues } from "../owner-folder/check-owner-files.ts";
import { toSlug } from "../owner-folder/foreign-shops.ts";
import { NEEDED_TO_SHOW, type WrittenProduct } from "../owner-folder/product-file.ts";
import { BETWEEN, formatExportRow } from "../owner-folder/spreadsheet.ts";
import { readWrittenProducts } from "../import/stored-products.ts";
import { product } from "../tables.ts";
import { describeRate, refuseIncomplete, refuseWithoutHsn } from "./without-hsn.ts";
import { readRows } from "./list-command.ts";
import { formatMissingProduct, IN_SHOP } from "./product-commands.ts";

/* Commands that edit products. Their values are validated and stored like the cells of a spreadsheet row. */

const orNone = { or: [NONE] } as const;

export const texts = {
  title: { summary: "the name that shoppers see" },
  description: { summary: "the text on the product page" },
  category: { summary: "the category in the menu: Serveware, Tableware, …", kind: "category" },
  subcategory: { summary: "the product type in the menu: Tray, Bowl, Cheese Board, …", kind: "subcategory" },
  collection: { summary: "a collection of the menu, or none", kind: "collection", ...orNone },
  materials: { summary: "the woods, e.g. Teak wood", kind: "material", many: true },
  size: {
    summary: "length x breadth x height in inches, e.g. 18 x 12 x 2.5; or none",
    many: true,
    ...orNone,
  },
  wash: { summary: "how to wash the product, or none", ...orNone },
  oil: { summary: "how and when to oil the product, or none", ...orNone },
  never: { summary: "what damages the product, e.g. the dishwasher", ...orNone },
  hsn: {
    summary: "the HSN code of 4, 6 or 8 digits, which decides the GST and is printed on the invoice; or none",
    kind: "hsn",
    ...orNone,
  },
  "net-weight": { summary: "the weight without packing in grams, or none", kind: "number", ...orNone },
  finish: { summary: "the finish of the surface, e.g. food-safe mineral oil; or none", ...orNone },
  origin: { summary: "the country of origin, if it is not the shop's usual one; or none", ...orNone },
  pieces: {
    summary: "the net quantity: the number of pieces sold as one; none for the shop's usual number",
    kind: "number",
    ...orNone,
  },
  manufacturer: {
    summary: "the name and address of the manufacturer, if it is not the shop's usual one; or none",
    ...orNone,
  },
  maker: { summary: "the maker, from the list of makers; or none", ...orNone },
  sku: { summary: "your own code for the product, or none", ...orNone },
  shelf: { summary: "the shelf in the workshop, for the pick list; or none", ...orNone },
  weight: { summary: "the weight of a packed piece in grams, or none", kind: "number", ...orNone },
  packed: { summary: "the size of the box in centimetres, e.g. 40 x 30 x 8; or none", ...orNone },
  "lead-days": {
    summary: "the days you need to make a piece, or none",
    kind: "number",
    ...orNone,
  },
  backorder: { summary: "whether customers can order more pieces than are in stock", choices: ["yes", "no"] },
} as const;

const columnOf: Readonly<Record<string, string>> = {
  "lead-days": "leadDays",
  "net-weight": "netWeight",
  was: "originalPrice",
  picture: "images",
};

const careParts = ["wash", "oil", "never"] as const;

const joined: ReadonlySet<string> = new Set(["materials", "size", ...careParts]);

/** Converts options to the cells of a spreadsheet. `none` becomes an empty cell. */
export function toCells(options: CommandInput["options"], stored?: WrittenProduct): Record<string, string> {
  const { hidden } = options;
  const cells: Record<string, string> = hidden === undefined ? {} : { hidden };
  for (const [name, value] of Object.entries(options)) {
    if (!(name in texts) || value === undefined || isCarePart(name)) continue;
    if (joined.has(name)) refuseSign(name, value);
    const column = columnOf[name] ?? name;
    cells[column] = value === NONE ? "" : value.replaceAll("\n", joined.has(name) ? ` ${BETWEEN} ` : "\n");
  }
  const care = careParts.filter((part) => options[part] !== undefined);
  if (care.length > 0) cells["care"] = joinCare(options, stored?.["care"] as Partial<Care> | undefined);
  return cells;
}

const isCarePart = (name: string): boolean => careParts.some((part) => part === name);

function joinCare(options: CommandInput["options"], stored: Partial<Care> = {}): string {
  const parts = careParts.map((part) => {
    const value = options[part];
    if (value !== undefined) refuseSign(part, value);
    return value === NONE ? "" : (value ?? stored[part] ?? "");
  });
  if (parts.every((part) => part === "")) return "";
  const missing = careParts.filter((part, at) => part !== "oil" && parts[at] === "");
  if (missing.length > 0)
    throw new UsageError(
      "Enter how to wash the product and what to avoid. Only the oil is optional. To remove the care instructions, remove all three parts.",
      Object.fromEntries(missing.map((part) => [part, "This part is missing."])),
    );
  return parts.join(` ${BETWEEN} `);
}

function refuseSign(name: string, value: string): void {
  if (value.includes(BETWEEN)) throw refuseField(name, `Remove the character ${BETWEEN}.`);
}

const { title: _title, ...untitled } = texts;

export const addProductCommand = defineCommand({
  ...addedProduct,
  summary:
    "Adds a product. It stays hidden until you show it. Until then, everything except its title can be missing.",
  preview: "rehearse",
  args: [{ name: "title", summary: "the name that shoppers see" }],
  options: {
    picture: { summary: "photographs; listings show the first one", kind: "picture", many: true },
    price: { summary: "the price in rupees before GST, e.g. 1499", kind: "amount" },
    ...untitled,
    was: { summary: "the earlier price, shown struck through", kind: "amount" },
    stock: {
      summary: "the pieces in the workshop, or none for a product made to order",
      kind: "number",
      or: [NONE],
    },
    like: { summary: "a product to copy: all its values, but not its stock and codes", kind: "product" },
    id: { summary: "the end of the product's URL; by default, it is made from the title" },
    shown: { summary: "publish the product at once", flag: true },
  },
  examples: [
    'products add "Teak Spice Box" --picture box-1.jpg --picture box-2.jpg --price 1299 --category Storage --subcategory Box --materials "Teak wood" --description "Seven small bowls in one box."',
  ],
  async run(context, { args: { title = "" }, options, folder }) {
    const { picture, price, was, stock, like } = options;
    const copied = like === undefined ? {} : await readCopied(context, like);
    const slug = options["id"] ?? toSlug(title.replaceAll("’", ""));
    if (slug === "") throw refuseField("id", "Enter at least one letter or digit, for example teak-box.");
    const id = like === undefined || options["id"] ? slug : await findFreeId(context, slug);
    const isShown = options["shown"] !== undefined;
    const pictures = picture === undefined ? [] : await readAll(picture, folder, id);
    const images = pictures.map(({ name }) => name).join(` ${BETWEEN} `);
    const cells: Record<string, string> = {
      ...copied,
      slug: id,
      title,
      ...toCells(options),
      ...(price !== undefined && { price }),
      ...(images && { images, variantImages: "", alt: "" }),
      ...(was !== undefined && { originalPrice: was }),
      hidden: isShown ? "no" : "yes",
    };
    // A product that is not complete yet has no pieces, so that nobody can order it by mistake.
    const pieces = stock ?? copied["stock"] ?? (NEEDED_TO_SHOW.every((name) => cells[name]) ? NONE : "0");
    cells["stock"] = pieces === NONE ? "" : pieces;
    if (isShown) refuseIncomplete(title, cells);
    if (isShown && !cells["hsn"]) refuseWithoutHsn([{ id }], "Enter its HSN, for example 4419.");
    const { warnings } = await writeValues(context, [cells], pictures);
    const [row] = await readRows(context, [id]);
    return {
      facts: {
        product: id,
        title,
        price: formatRupeesGrouped(row?.price ?? 0),
        "including GST": formatRupeesGrouped(row?.inclusivePrice ?? 0),
        GST: describeRate(context, { id, hsn: row?.hsn }),
        stock: row?.onHand ?? "made to order",
        pictures: pictures.length,
        "in the shop": isShown ? "yes" : "no, hidden",
      },
      message: joinTexts(
        "\n",
        !cells["hsn"] && "The product has no HSN yet. Enter it before you publish the product.",
        stock === undefined &&
          `You entered no stock, so the product ${pieces === NONE ? "is made to order" : `has ${formatCount(Number(pieces), "piece")}`}.`,
        isShown ? IN_SHOP : "Check the product, then publish it.",
        ...warnings,
      ),
      data: { id },
    };
  },
});

/** `seo` contains codes that only one product can have, such as a bar code. */
const NOT_COPIED = ["seo", "createdAt", "sales", "featuredRank", "discount"];

async function readCopied({ db }: Context, id: string): Promise<Record<string, string>> {
  const stored = (await readWrittenProducts(db, [id])).get(id);
  if (!stored) throw refuseField("like", formatMissingProduct(id));
  const names = Object.keys(stored).filter((name) => !NOT_COPIED.includes(name));
  const cells = formatExportRow({ ...stored, stock: 0 }, names);
  return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
}

/** Returns the id, with a number if there is already such a product. */
async function findFreeId({ db }: Context, slug: string): Promise<string> {
  const rows = await db.select({ id: product.id }).from(product).where(beginsWith(product.id, slug));
  const taken = rows.map(({ id }) => id);
  return [slug, ...taken.map((_, at) => `${slug}-${at + 2}`)].find((id) => !taken.includes(id)) ?? slug;
}

export async function readAll(files: string, folder: string, id: string): Promise<GivenPicture[]> {
  const pictures = new Map<string, GivenPicture>();
  for (const file of files.split("\n")) {
    const picture = await readGivenPicture(path.resolve(folder, file), id);
    pictures.set(picture.name, picture);
  }
  return [...pictures.values()];
}

/**
 * Validates and writes values from a command. All products must have the same columns. If `pictures` is given, the
 * products must be new. @throws UsageError
 */
export async function writeValues(
  context: Context,
  cells: readonly Readonly<Record<string, string>>[],
  pictures?: readonly GivenPicture[],
) {
  try {
    const checked = await checkValues(context, cells);
    const files = pictures ?? [];
    await keepFiles(context, files);
    const { changes, warnings } = await writeChangeList(
      context,
      { ...checked, known: new Map(), pictures: files.map(({ original }) => original) },
      { mustBeNew: pictures !== undefined },
    );
    return { changes, warnings: warnings.map((warning) => formatCellError(warning, cells.length)) };
  } catch (cause) {
    if (!(cause instanceof CatalogueErrors)) throw cause;
    const { errors } = cause;
    const isOfField = (error: FileError) => cells.length === 1 && getOption(error) !== "";
    throw new UsageError(
      joinTexts("\n", ...errors.map((error) => !isOfField(error) && formatCellError(error, cells.length))),
      Object.fromEntries(errors.filter(isOfField).map((error) => [getOption(error), error.message])),
    );
  }
}

function getOption({ field }: Pick<FileError, "field">): string {
  const column = field.replace(/^column /, "");
  return Object.entries(columnOf).find(([, name]) => name === column)?.[0] ?? column;
}

function formatCellError({ where, field, message }: FileError, products: number): string {
  const name = getOption({ field });
  const sentence = name === "" ? message : `${capitalise(name)} ${message}`;
  return products === 1 ? sentence : `${where.trim().replaceAll(/^\(|\)$/g, "")}: ${sentence}`;
}
