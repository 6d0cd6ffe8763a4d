import * as v from "valibot";
import { offersFile, type SpecialOfferInFile } from "#server/merchandising";
import { sellerFile } from "#server/seller";
import { type FileError, readOwnerFile } from "#platform/owner-file.ts";
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

/** The owner's folder as far as it was found in order. */
export interface Goods {
  list: ProductList;
  homeContent: Omit<HomeContentFiles, "videos"> & { videos: v.InferOutput<typeof videosFile> };
  specialOffer: SpecialOfferInFile | null;
  /** Every picture in use, as `folder/name.jpg`. */
  pictures: string[];
}

export interface FolderReading {
  /** Null as soon as there is a single error. */
  goods: Goods | null;
  errors: FileError[];
  /** What does not hinder, but the owner should know: odd discounts (D12), claims to confirm, unknown fields. */
  warnings: FileError[];
}

/** Reads and checks the whole folder; it writes nothing and throws nothing: every error is named in the answer. */
export async function readCatalogueFolder(folder: string): Promise<FolderReading> {
  const errors: FileError[] = [];
  const warnings: FileError[] = [];
  const list = await readProductList(folder, errors);
  const files = await readHomeFiles(folder, errors);
  if (!list || !isComplete(files)) return { goods: null, errors, warnings };

  const { offers, story, seller, banners, tiles, hotProducts, services, videos, collections } = files;
  const goods: Goods = {
    list,
    homeContent: {
      banners,
      tiles,
      hotProducts,
      offerCards: offers.cards,
      services,
      videos,
      story: story.pictures,
      ...(story.scenes && { scenes: story.scenes }),
      collections,
      seller,
    },
    specialOffer: offers.specialOffer ?? null,
    pictures: [],
  };
  checkGoods(goods, errors, warnings);
  await checkSampleTestimonials(folder, errors, warnings);
  goods.pictures = await findFiles(folder, goods, errors);
  return { goods: errors.length > 0 ? null : goods, errors, warnings };
}

/** Each is null when it is not in order; its errors are added. */
async function readHomeFiles(folder: string, errors: FileError[]) {
  const read = <S extends v.GenericSchema>(file: string, schema: S) =>
    readOwnerFile(folder, file, schema, errors);
  return {
    banners: await read("banners.json", bannersFile),
    tiles: await read("tiles.json", tilesFile),
    hotProducts: await read("hot-products.json", hotProductsFile),
    services: await read("services.json", servicesFile),
    videos: await read("videos.json", videosFile),
    story: await read("story.json", storyFile),
    collections: await read("collections.json", collectionsFile),
    offers: await read("offers.json", offersFile),
    seller: await read("seller.json", sellerFile),
  };
}

type Complete<Files> = { [Name in keyof Files]: NonNullable<Files[Name]> };

const isComplete = <Files extends object>(files: Files): files is Files & Complete<Files> =>
  Object.values(files).every((file) => file !== null);
