import * as v from "valibot";
import { checkGoods } from "./check-products.ts";
import { findFiles } from "./named-files.ts";
import { checkSampleTestimonials } from "./sample-testimonials.ts";
import { type FileError, readOwnerFile } from "./owner-file.ts";
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
} from "./home-content-files.ts";
import { offersFile, type SpecialOfferInFile } from "./offers-file.ts";
import { sellerFile } from "./seller-file.ts";

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
  const read = <S extends v.GenericSchema>(file: string, schema: S) =>
    readOwnerFile(folder, file, schema, errors);
  const list = await readProductList(folder, errors);
  const homeContent = {
    banners: await read("banners.json", bannersFile),
    tiles: await read("tiles.json", tilesFile),
    hotProducts: await read("hot-products.json", hotProductsFile),
    services: await read("services.json", servicesFile),
    videos: await read("videos.json", videosFile),
    story: (await read("story.json", storyFile))?.pictures ?? null,
    collections: await read("collections.json", collectionsFile),
  };
  const offers = await read("offers.json", offersFile);
  const seller = await read("seller.json", sellerFile);
  const { banners, tiles, hotProducts, services, videos, story, collections } = homeContent;
  if (
    !list ||
    !offers ||
    !seller ||
    !banners ||
    !tiles ||
    !hotProducts ||
    !services ||
    !videos ||
    !story ||
    !collections
  ) {
    return { goods: null, errors, warnings };
  }

  const goods: Goods = {
    list,
    homeContent: {
      banners,
      tiles,
      hotProducts,
      offerCards: offers.cards,
      services,
      videos,
      story,
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
