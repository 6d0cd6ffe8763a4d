import type * as v from "valibot";
import { omitAbsent } from "#contract/read.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import {
  type FileError,
  formatFileError,
  readOptionalFile,
  readOwnerFile,
} from "#platform/storage/owner-file.ts";
import { readTextFiles } from "#shop/texts/server/index.ts";
import { readRulesFile } from "#shop/policies/server/index.ts";
import { readBrandFiles } from "#shop/brand/server/index.ts";
import { homeFile } from "#shop/merchandising/server/index.ts";
import { type Courier, couriersFile } from "#shop/seller/server/index.ts";
import { taxFile } from "#shop/pricing/server/index.ts";
import { checkGoods } from "./check-products.ts";
import { type HomeFiles, homeFiles, menuFile } from "./home-content-files.ts";
import { findFiles } from "./named-files.ts";
import { readProductList } from "./product-list.ts";

/** Reads a catalogue folder and collects all errors. */
export async function readCatalogueFolder(folder: string) {
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const list = await readProductList(folder, errors);
  const { contents, written } = await readHomeFiles(folder, errors);
  const home = await readOptionalFile(folder, "home.json", homeFile, errors);
  const menu = await readOptionalFile(folder, "menu.json", menuFile, errors);
  const taxes = await readOptionalFile(folder, "taxes.json", taxFile, errors);
  const couriers = await readCouriersFile(folder, errors);
  const brand = await readBrandFiles(folder, errors);
  const rules = await readRulesFile(folder, errors);
  const texts = await readTextFiles(folder, errors);
  checkGoods(list, { ...contents, menu, taxes, texts }, errors, warnings);
  const pictures = await findFiles(folder, list, errors, { content: written });
  if (errors.length > 0 || !list) return { goods: null, errors, warnings, pictures };
  // There are no errors, so none of the contents is null.
  const { offers, story, ...others } = contents as CompleteFiles;
  const { pictures: storyPictures, ...storyParts } = story;
  const homeContent = {
    ...others,
    ...storyParts,
    story: storyPictures,
    offerCards: offers.cards,
    couriers,
    brand,
    rules,
    texts,
    ...omitAbsent({ specialOffer: offers.specialOffer, home, menu, taxes }),
  };
  return { goods: { list, homeContent }, errors, warnings, pictures };
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

export const readCouriersFile = async (folder: string, errors: FileError[] = []): Promise<Courier[]> =>
  (await readOptionalFile(folder, "couriers.json", couriersFile, errors)) ?? [];

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
