import { existsSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { omitAbsent, readFields } from "#contract/read.ts";
import { formatCount } from "#contract/text.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import {
  checkWritten,
  type FileError,
  formatFileError,
  getEntryName,
  readOwnerFile,
  strictObject,
} from "#platform/storage/owner-file.ts";
import { readTextFiles } from "#shop/texts/server/index.ts";
import { readRulesFile } from "#shop/policies/server/index.ts";
import { readBrandFiles } from "#shop/brand/server/index.ts";
import { checkGoods } from "./check-products.ts";
import { type PartFile, partFiles, type WrittenContent } from "./home-content-files.ts";
import { findFiles } from "./named-files.ts";
import { findSchema, type ProductList } from "./product-file.ts";

/** Reads a catalogue folder and collects all errors. `goods` is null if there is an error. */
export async function readCatalogueFolder(folder: string) {
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const list = await readProductList(folder, errors);
  const { parts, written } = await readPartFiles(folder, errors);
  const content = {
    ...parts,
    brand: await readBrandFiles(folder, errors),
    rules: await readRulesFile(folder, errors),
    texts: await readTextFiles(folder, errors),
  };
  checkGoods(list, content, errors, warnings);
  const pictures = await findFiles(folder, list, errors, { content: written });
  if (errors.length > 0 || !list) return { goods: null, errors, warnings, pictures };
  // If there are no errors, all required files have been read.
  const homeContent = { couriers: [], ...content } as WrittenContent;
  return { goods: { list, homeContent }, errors, warnings, pictures };
}

const PRODUCTS = "products.json";
const SPREADSHEET = "products.csv";
const SPREADSHEET_ADVICE =
  "is ignored in a catalogue folder. Write the products in products.json, or import products.csv itself instead of the folder.";
const anyList = v.array(v.unknown(), "is not a list. Write the products between [ and ].");

/** Returns null if the file of the products cannot be read or is not a list. */
async function readProductList(folder: string, errors: FileError[]): Promise<ProductList | null> {
  const { content: entries } = await readOwnerFile(folder, PRODUCTS, anyList, errors);
  if (!entries && existsSync(path.join(folder, SPREADSHEET)))
    errors.push({ file: SPREADSHEET, where: "", field: "", message: SPREADSHEET_ADVICE });
  if (!entries) return null;
  const list: ProductList = { file: PRODUCTS, products: [], places: [], broken: [] };
  for (const [at, entry] of entries.entries()) {
    const place = getEntryName(entries, at);
    const entryErrors: FileError[] = [];
    const schema = findSchema(readFields(entry));
    const product = checkWritten(PRODUCTS, v.looseObject(schema.entries), entry, entryErrors);
    errors.push(...entryErrors.map((error) => ({ ...error, where: place })));
    if (product) {
      list.products.push(product);
      list.places.push(place);
    } else list.broken.push({ place, written: readFields(entry) });
  }
  return list;
}

async function readPartFiles(folder: string, errors: FileError[]) {
  const contents: Record<string, unknown> = {};
  const written: Record<string, unknown> = {};
  const files = Map.groupBy(Object.entries<PartFile>(partFiles), ([, { file }]) => `${file}.json`);
  for (const [file, named] of files) {
    const parts = named.map(([, part]) => part);
    if (parts.every(({ isOptional }) => isOptional) && !existsSync(path.join(folder, file))) continue;
    const result = await readOwnerFile(folder, file, toFileSchema(parts), errors);
    written[file] = result.written;
    for (const [name, { key }] of named)
      contents[name] = key === undefined ? result.content : readFields(result.content)[key];
  }
  return { parts: omitAbsent(contents) as Partial<WrittenContent>, written };
}

const toFileSchema = (parts: readonly PartFile[]): v.GenericSchema =>
  parts.find(({ key }) => key === undefined)?.schema ??
  strictObject(
    Object.fromEntries(
      parts.map(({ key, schema, isOptional }) => [key, isOptional ? v.exactOptional(schema) : schema]),
    ),
  );

export class CatalogueErrors extends CommandRefused {
  readonly errors: readonly FileError[];

  /** @param rows the number of rows, if the errors are those of a spreadsheet */
  constructor(errors: readonly FileError[], rows = 0) {
    const shown = errors.slice(0, SHOWN).map((error) => `  - ${formatFileError(error)}`);
    if (errors.length > SHOWN) shown.push(`  - and ${errors.length - SHOWN} more`);
    const wrong = new Set(errors.flatMap(({ where }) => /^row \d+/.exec(where)?.[0] ?? [])).size;
    const count =
      wrong > 0 && rows > 0
        ? ` ${formatCount(rows, "row")}: ${wrong} with ${wrong === 1 ? "an error" : "errors"}.`
        : "";
    super(`Nothing was imported.${count} Please correct:\n${shown.join("\n")}`);
    this.errors = errors;
  }
}

const SHOWN = 50;
