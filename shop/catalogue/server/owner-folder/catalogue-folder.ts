import { existsSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { type FileError, readOwnerFile, formatFileError } from "#platform/storage/owner-file.ts";
import { readTextFiles } from "#shop/texts/server/index.ts";
import { readRulesFile } from "#shop/policies/server/index.ts";
import { readBrandFiles } from "#shop/brand/server/index.ts";
import { readHomeFile } from "#shop/merchandising/server/index.ts";
import { type Courier, couriersFile } from "#shop/seller/server/index.ts";
import { taxFile } from "#shop/pricing/server/index.ts";
import { checkGoods } from "./check-products.ts";
import {
  type HomeContentFiles,
  type HomeFiles,
  homeFiles,
  menuFile,
  type videosFile,
} from "./home-content-files.ts";
import { findFiles } from "./named-files.ts";
import { type ProductList } from "./product-file.ts";
import { readProductList } from "./product-list.ts";
import type { FindStored } from "./spreadsheet.ts";

export interface FolderContent {
  list: ProductList;
  homeContent: Omit<HomeContentFiles, "videos"> & { videos: v.InferOutput<typeof videosFile> };
}

interface FolderReading {
  goods: FolderContent | null;
  errors: FileError[];
  warnings: FileError[];
  pictures: string[];
}

/** Reads a catalogue folder and collects all errors. Texts that the shop already contains are not checked again. */
export async function readCatalogueFolder(
  folder: string,
  findStored: FindStored = async () => new Map(),
): Promise<FolderReading> {
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const list = await readProductList(folder, errors, findStored);
  const { contents, written } = await readHomeFiles(folder, errors);
  const home = await readHomeFile(folder, errors);
  const menu = await readOptionalFile(folder, "menu.json", menuFile, errors);
  const taxes = await readOptionalFile(folder, "taxes.json", taxFile, errors);
  const couriers = await readCouriersFile(folder, errors);
  const contentFiles = {
    couriers,
    ...(home && { home }),
    brand: await readBrandFiles(folder, errors),
    rules: await readRulesFile(folder, errors),
    texts: await readTextFiles(folder, errors),
    ...(menu && { menu }),
    ...(taxes && { taxes }),
  };
  checkGoods(list, { ...contents, menu, taxes, texts: contentFiles.texts }, errors, warnings);
  const pictures = await findFiles(folder, list, written, errors);
  const taxedProducts =
    errors.length === 0 && list && isComplete(contents) ? toGoods(list, contents, contentFiles) : null;
  return { goods: taxedProducts, errors, warnings, pictures };
}

async function readHomeFiles(folder: string, errors: FileError[]) {
  const contents: Record<string, unknown> = {};
  const content: Record<string, unknown> = {};
  for (const [name, { file, schema }] of Object.entries(homeFiles)) {
    const result = await readOwnerFile<v.GenericSchema>(folder, file, schema, errors);
    contents[name] = result.content;
    content[file] = result.written;
  }
  return { contents: contents as HomeFiles, written: content };
}

type CompleteFiles<Files> = { [Name in keyof Files]: NonNullable<Files[Name]> };

const isComplete = (contents: HomeFiles): contents is CompleteFiles<HomeFiles> =>
  Object.values(contents).every((content) => content !== null);

function toGoods(
  list: ProductList,
  { offers, story, ...others }: CompleteFiles<HomeFiles>,
  contentFiles: Pick<HomeContentFiles, "brand" | "couriers" | "home" | "menu" | "rules" | "taxes" | "texts">,
): FolderContent {
  return {
    list,
    homeContent: {
      ...others,
      ...contentFiles,
      offerCards: offers.cards,
      ...(offers.specialOffer && { specialOffer: offers.specialOffer }),
      story: story.pictures,
      ...(story.scenes && { scenes: story.scenes }),
      ...(story.looks && { looks: story.looks }),
      ...(story.makers && { makers: story.makers }),
    },
  };
}

export const readCouriersFile = async (folder: string, errors: FileError[] = []): Promise<Courier[]> =>
  (await readOptionalFile(folder, "couriers.json", couriersFile, errors)) ?? [];

const readOptionalFile = async <S extends v.GenericSchema>(
  folder: string,
  file: string,
  schema: S,
  errors: FileError[],
): Promise<v.InferOutput<S> | null> =>
  existsSync(path.join(folder, file)) ? (await readOwnerFile(folder, file, schema, errors)).content : null;

export class CatalogueErrors extends Error {
  readonly errors: readonly FileError[];

  constructor(errors: readonly FileError[]) {
    const shown = errors.slice(0, SHOWN).map((error) => `  - ${formatFileError(error)}`);
    if (errors.length > SHOWN) shown.push(`  - and ${errors.length - SHOWN} more`);
    super(`Nothing was imported. Please correct:\n${shown.join("\n")}`);
    this.name = "CatalogueFaults";
    this.errors = errors;
  }
}

const SHOWN = 50;
