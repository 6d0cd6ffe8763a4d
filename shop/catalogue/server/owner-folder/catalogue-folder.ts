import { existsSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { omitAbsent, readFields } from "#contract/read.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import {
  checkWritten,
  type FileError,
  formatFileError,
  getEntryName,
  readOptionalFile,
  readOwnerFile,
} from "#platform/storage/owner-file.ts";
import { readTextFiles } from "#shop/texts/server/index.ts";
import { readRulesFile } from "#shop/policies/server/index.ts";
import { readBrandFiles } from "#shop/brand/server/index.ts";
import { homeFile } from "#shop/merchandising/server/index.ts";
import { couriersFile } from "#shop/seller/server/index.ts";
import { taxFile } from "#shop/pricing/server/index.ts";
import { checkGoods } from "./check-products.ts";
import { type HomeFiles, homeFiles, menuFile } from "./home-content-files.ts";
import { findFiles } from "./named-files.ts";
import { productInFile, type ProductList } from "./product-file.ts";

/** Reads a catalogue folder and collects all errors. `goods` is null if there is an error. */
export async function readCatalogueFolder(folder: string) {
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const list = await readProductList(folder, errors);
  const { contents, written } = await readHomeFiles(folder, errors);
  const home = await readOptionalFile(folder, "home.json", homeFile, errors);
  const menu = await readOptionalFile(folder, "menu.json", menuFile, errors);
  const taxes = await readOptionalFile(folder, "taxes.json", taxFile, errors);
  const couriers = await readOptionalFile(folder, "couriers.json", couriersFile, errors);
  const brand = await readBrandFiles(folder, errors);
  const rules = await readRulesFile(folder, errors);
  const texts = await readTextFiles(folder, errors);
  checkGoods(list, { ...contents, menu, taxes, texts }, errors, warnings);
  const pictures = await findFiles(folder, list, errors, { content: written });
  if (errors.length > 0 || !list) return { goods: null, errors, warnings, pictures };
  // There are no errors, so each file has a content.
  const { offers, story, ...others } = contents as CompleteFiles;
  const { pictures: storyPictures, ...storyParts } = story;
  const homeContent = {
    ...others,
    ...storyParts,
    story: storyPictures,
    offerCards: offers.cards,
    couriers: couriers ?? [],
    brand,
    rules,
    texts,
    ...omitAbsent({ specialOffer: offers.specialOffer, home, menu, taxes }),
  };
  return { goods: { list, homeContent }, errors, warnings, pictures };
}

const PRODUCTS = "products.json";
const SPREADSHEET = "products.csv";
const SPREADSHEET_ADVICE =
  "is not read as a part of a folder. Write the products in products.json, or import the spreadsheet by its own name.";
const anyList = v.array(v.unknown(), "is not a list. Write the products between [ and ].");
const looseProduct = v.looseObject(productInFile.entries);

/** Reads the products of a folder. Returns null if their file cannot be read or is not a list. */
async function readProductList(folder: string, errors: FileError[]): Promise<ProductList | null> {
  const { content: entries } = await readOwnerFile(folder, PRODUCTS, anyList, errors);
  if (!entries && existsSync(path.join(folder, SPREADSHEET)))
    errors.push({ file: SPREADSHEET, where: "", field: "", message: SPREADSHEET_ADVICE });
  if (!entries) return null;
  const list: ProductList = { file: PRODUCTS, products: [], places: [], broken: [] };
  for (const [at, entry] of entries.entries()) {
    const place = getEntryName(entries, at);
    const entryErrors: FileError[] = [];
    const product = checkWritten(PRODUCTS, looseProduct, entry, entryErrors);
    errors.push(...entryErrors.map((error) => ({ ...error, where: place })));
    if (product) {
      list.products.push(product);
      list.places.push(place);
    } else list.broken.push({ place, written: readFields(entry) });
  }
  return list;
}

async function readHomeFiles(folder: string, errors: FileError[]) {
  const contents: Record<string, unknown> = {};
  const written: Record<string, unknown> = {};
  for (const [name, { file, schema }] of Object.entries(homeFiles)) {
    const result = await readOwnerFile<v.GenericSchema>(folder, file, schema, errors);
    contents[name] = result.content;
    written[file] = result.written;
  }
  return { contents: contents as HomeFiles, written };
}

type CompleteFiles = { [Name in keyof HomeFiles]: NonNullable<HomeFiles[Name]> };

export class CatalogueErrors extends CommandRefused {
  readonly errors: readonly FileError[];

  constructor(errors: readonly FileError[]) {
    const shown = errors.slice(0, SHOWN).map((error) => `  - ${formatFileError(error)}`);
    if (errors.length > SHOWN) shown.push(`  - and ${errors.length - SHOWN} more`);
    super(`Nothing was imported. Please correct:\n${shown.join("\n")}`);
    this.errors = errors;
  }
}

const SHOWN = 50;
