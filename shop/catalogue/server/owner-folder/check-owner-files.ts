import type { Paise } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import {
  type StoredPicture,
  listGivenPictures,
  measurePictures,
  readPictures,
} from "#shop/media/server/index.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";
import { readCatalogueFolder, CatalogueErrors } from "./catalogue-folder.ts";
import { materialOptions } from "../../filters.ts";
import { menuCategories } from "../../subcategories.ts";
import { checkProducts, listKinds } from "./check-products.ts";
import type { ForeignOptions } from "./foreign-lists.ts";
import type { MenuInFile } from "./home-content-files.ts";
import { findFiles } from "./named-files.ts";
import { listNewNames } from "./new-names.ts";
import type { ProductList } from "./product-file.ts";
import { findOwnRate, getTaxRates, type TaxedProduct } from "#shop/pricing/server/index.ts";
import { removeTax } from "#shop/pricing/gst.ts";
import { readWrittenProducts } from "../import/stored-products.ts";
import { type ChangeList, readChangeList, readChangeSheet, toScreenError } from "./spreadsheet.ts";
import { product } from "../tables.ts";

export const isCsv = (place: string): boolean => /\.csv$/i.test(place);

/** Validates a catalogue folder and changes nothing. @throws CatalogueErrors */
export async function checkFolder(context: Context, folder: string, onProgress?: ReportProgress) {
  const { goods, errors, warnings, pictures } = await readCatalogueFolder(folder);
  const measured = await measureAll(context, folder, pictures, errors, warnings, onProgress);
  if (!goods || errors.length > 0) throw new CatalogueErrors(errors);
  warnings.unshift(...(await checkNewNames(context, goods.list, goods.homeContent.menu)));
  return { goods, warnings, ...measured };
}

interface CsvListOptions extends Partial<Pick<ForeignOptions, "gst">> {
  onProgress?: ReportProgress | undefined;
  otherwise?: Readonly<Record<string, string>> | undefined;
}

/** Validates a spreadsheet of products with its pictures and changes nothing. @throws CatalogueErrors */
export async function checkCsvList(
  context: Context,
  file: string,
  { onProgress, gst, otherwise = {} }: CsvListOptions = {},
) {
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const readList = await readChangeList(context.db, file, errors, {
    now: context.now(),
    otherwise,
    gst,
    withoutTax: gst === "added" ? null : await readTaxRemoval(context, otherwise["hsn"]),
  });
  const toShown = (error: FileError) => toScreenError(error, readList ?? {});
  if (!readList) throw new CatalogueErrors(errors.map(toShown));
  const { list, columns, remarks } = readList;
  const { catalogueDir } = context.config;
  const productWarnings = await checkChangedProducts(context, readList, errors);
  const pictures = await findChangedPictures(context, readList, errors);
  const measured = await measureAll(context, catalogueDir, pictures, errors, warnings, onProgress);
  if (errors.length > 0)
    throw new CatalogueErrors(errors.map(toShown), list.products.length + list.broken.length);
  return { list, columns, warnings: [...productWarnings, ...remarks, ...warnings].map(toShown), ...measured };
}

/** Validates values as spreadsheet cells. All products must have the same columns. @throws CatalogueErrors */
export async function checkValues(context: Context, changes: readonly Readonly<Record<string, string>>[]) {
  const errors: FileError[] = [];
  const sheet = {
    name: "",
    names: Object.keys(changes[0] ?? {}),
    rows: changes.map((cells) => ({ place: "", cells })),
  };
  const list = await readChangeSheet(context.db, sheet, errors, { now: context.now() });
  const warnings = list ? await checkChangedProducts(context, list, errors) : [];
  if (!list || errors.length > 0) throw new CatalogueErrors(errors);
  return { list: list.list, columns: list.columns, warnings };
}

/** Adds the errors to `errors`, and returns the warnings. */
async function checkChangedProducts(
  context: Context,
  { list, columns }: Pick<ChangeList, "list" | "columns">,
  errors: FileError[],
): Promise<FileError[]> {
  const warnings: FileError[] = [];
  const { files } = getSnapshot(context);
  const toKnown = (what: string, entries: readonly { name: string }[]) => {
    const names = entries.map(({ name }) => name);
    const advice = names.length > 0 ? `Choose from: ${names.join(", ")}.` : `Add the ${what} first.`;
    return { names, otherwise: `is not a ${what} of the shop. ${advice}` };
  };
  const existingNames = {
    collections: toKnown("collection", files.collections),
    makers: toKnown("maker", files.makers ?? []),
  };
  checkProducts(list, existingNames, errors, warnings);
  const hasPictures = columns.includes("alt") || columns.includes("images");
  return [
    ...(await checkNewNames(context, list, files.menu)),
    ...warnings.filter(({ field }) => field !== "alt" || hasPictures),
  ];
}

/** Warns about new names, but not in a shop without products, where all names are new. */
async function checkNewNames({ db }: Context, list: ProductList, menu?: MenuInFile): Promise<FileError[]> {
  const { category, subcategory, materials } = product;
  const stored = await db.selectDistinct({ category, subcategory, materials }).from(product);
  if (stored.length === 0) return [];
  const menuNames = [...menuCategories, ...(menu?.menu ?? [])].map(({ name }) => name);
  return listNewNames(list, {
    category: [...menuNames, ...stored.map((row) => row.category)],
    subcategory: listKinds(stored, menu),
    materials: [...materialOptions, ...stored.flatMap((row) => row.materials)],
  });
}

/** Returns a function that removes GST from a price. `ofNew` is the HSN for new products whose rows have no HSN. */
async function readTaxRemoval(context: Context, ofNew?: string) {
  const rows = await context.db.select({ id: product.id, hsn: product.hsn }).from(product);
  const currentHsn = new Map(rows.map(({ id, hsn }) => [id, hsn]));
  const rates = getTaxRates(context);
  const findHsn = (id: string) => (currentHsn.has(id) ? currentHsn.get(id) : ofNew?.replaceAll(/[\s.]/g, ""));
  return (price: Paise, { id, hsn = findHsn(id) }: TaxedProduct) =>
    removeTax(price, rates, { gstRate: findOwnRate(context, { id, hsn }) ?? null });
}

async function findChangedPictures(
  context: Context,
  { list, columns, pictures: sources }: ChangeList,
  errors: FileError[],
): Promise<string[]> {
  const givenPictures = await listGivenPictures(context);
  const slugs = list.products.map(({ slug }) => slug);
  const existing = await readWrittenProducts(context.db, slugs);
  const products = list.products.map((product) =>
    existing.has(product.slug) && !columns.includes("images")
      ? { ...product, images: [], variantImages: [] }
      : // Do not look for pictures that commands added, because they are not in the folder.
        { ...product, images: product.images.filter((name) => !givenPictures.has(name)) },
  );
  return findFiles(context.config.catalogueDir, { ...list, products }, errors, { sources });
}

async function measureAll(
  context: Context,
  folder: string,
  names: readonly string[],
  errors: FileError[],
  warnings: FileError[],
  onProgress?: ReportProgress,
) {
  const knownPictures = await readPictures(context.db);
  const { pictures, unreadable } = await measurePictures(folder, names, knownPictures, (done, of) => {
    if (done % 40 === 0 || done === of) onProgress?.("Checking the pictures", done, of);
  });
  for (const { path: file, why } of unreadable)
    errors.push({ file, where: "", field: "", message: `is not a picture that the shop can read (${why}).` });
  for (const picture of pictures) {
    const message = findOddShape(picture);
    if (message) warnings.push({ file: picture.path, where: "", field: "", message });
  }
  return { known: knownPictures, pictures };
}

/** `least` is the minimum of the shorter side in pixels. `longest` is the maximum ratio of the two sides. */
const shapes = {
  products: { least: 600, longest: 1.5, advice: "Use a square picture of 1200 × 1200 pixels or more." },
  others: { least: 400, longest: 3, advice: "See catalogue/README.md for the right size." },
};

function findOddShape({ path: file, width, height }: StoredPicture): string | null {
  const { least, longest, advice } = file.startsWith("products/") ? shapes.products : shapes.others;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < least) return `is only ${width} × ${height} pixels and will look blurred. ${advice}`;
  if (longer > shorter * longest)
    return `is ${width} × ${height} pixels: much of it will be cut off. ${advice}`;
  return null;
}
