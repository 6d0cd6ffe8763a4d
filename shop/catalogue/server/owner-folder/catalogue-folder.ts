import * as v from "valibot";
import { offersFile, type SpecialOfferInFile } from "#shop/merchandising/server/index.ts";
import { sellerFile } from "#shop/seller/server/index.ts";
import { type FileError, readOwnerFile } from "#platform/storage/owner-file.ts";
import { checkGoods } from "./check-products.ts";
import { findFiles } from "./named-files.ts";
import { checkSampleTestimonials } from "./sample-testimonials.ts";
import { type ProductList, readProductList } from "./product-list.ts";
import {
  bannersFile,
  collectionsFile,
  hotProductsFile,
  servicesFile,
  storyFile,
  tilesFile,
  videosFile,
  type HomeContentFiles,
} from "../home/home-content-files.ts";

/** What the owner's folder holds, all of it in order. */
export interface Goods {
  list: ProductList;
  homeContent: Omit<HomeContentFiles, "videos"> & { videos: v.InferOutput<typeof videosFile> };
  specialOffer: SpecialOfferInFile | null;
}

export interface FolderReading {
  /** Null as soon as there is a single error. */
  goods: Goods | null;
  errors: FileError[];
  /** What does not hinder, but the owner should know: odd discounts (D12), claims to confirm, unknown fields. */
  warnings: FileError[];
  /** Every picture that is in use and there, as `folder/name.jpg`. */
  pictures: string[];
}

const files = {
  banners: { file: "banners.json", schema: bannersFile },
  tiles: { file: "tiles.json", schema: tilesFile },
  hotProducts: { file: "hot-products.json", schema: hotProductsFile },
  services: { file: "services.json", schema: servicesFile },
  videos: { file: "videos.json", schema: videosFile },
  story: { file: "story.json", schema: storyFile },
  collections: { file: "collections.json", schema: collectionsFile },
  offers: { file: "offers.json", schema: offersFile },
  seller: { file: "seller.json", schema: sellerFile },
};

/** What each file holds; null for one that is not in order. */
export type HomeFiles = {
  [Name in keyof typeof files]: v.InferOutput<(typeof files)[Name]["schema"]> | null;
};

/**
 * Reads and checks the whole folder, beyond the first error too; it writes nothing and throws nothing: every error is
 * named in the answer.
 */
export async function readCatalogueFolder(folder: string): Promise<FolderReading> {
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const list = await readProductList(folder, errors);
  const { contents, written } = await readHomeFiles(folder, errors);
  checkGoods(list, contents, errors, warnings);
  await checkSampleTestimonials(folder, errors, warnings);
  const pictures = await findFiles(folder, list, written, errors);
  const goods = errors.length === 0 && list && isComplete(contents) ? toGoods(list, contents) : null;
  return { goods, errors, warnings, pictures };
}

async function readHomeFiles(folder: string, errors: FileError[]) {
  const contents: Record<string, unknown> = {};
  const written: Record<string, unknown> = {};
  for (const [name, { file, schema }] of Object.entries(files)) {
    const read = await readOwnerFile<v.GenericSchema>(folder, file, schema, errors);
    contents[name] = read.content;
    written[file] = read.written;
  }
  return { contents: contents as HomeFiles, written };
}

type Complete<Files> = { [Name in keyof Files]: NonNullable<Files[Name]> };

const isComplete = (contents: HomeFiles): contents is Complete<HomeFiles> =>
  Object.values(contents).every((content) => content !== null);

function toGoods(list: ProductList, { offers, story, ...others }: Complete<HomeFiles>): Goods {
  return {
    list,
    homeContent: {
      ...others,
      offerCards: offers.cards,
      story: story.pictures,
      ...(story.scenes && { scenes: story.scenes }),
    },
    specialOffer: offers.specialOffer ?? null,
  };
}
