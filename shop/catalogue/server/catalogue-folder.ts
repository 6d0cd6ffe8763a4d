import * as v from "valibot";
import { checkGoods } from "./goods-check.ts";
import { findFiles } from "./named-files.ts";
import { checkSampleTestimonials } from "./sample-testimonials.ts";
import { type Fault, readOwnerFile } from "./owner-file.ts";
import { type ProductList, readProductList } from "./product-list.ts";
import {
  bannersFile,
  collectionsFile,
  hotProductsFile,
  offersFile,
  sellerFile,
  servicesFile,
  type SpecialOfferInFile,
  storyFile,
  tilesFile,
  videosFile,
  type WindowFiles,
} from "./window-files.ts";

/** The owner's folder as far as it was found in order. */
export interface Goods {
  list: ProductList;
  window: Omit<WindowFiles, "videos"> & { videos: v.InferOutput<typeof videosFile> };
  specialOffer: SpecialOfferInFile | null;
  /** Every picture in use, as `folder/name.jpg`. */
  pictures: string[];
}

export interface FolderReading {
  /** Null as soon as there is a single fault. */
  goods: Goods | null;
  faults: Fault[];
  /** What does not hinder, but the owner should know: odd discounts (D12), claims to confirm, unknown fields. */
  warnings: Fault[];
}

/** Reads and checks the whole folder; it writes nothing and throws nothing: every fault is named in the answer. */
export async function readCatalogueFolder(folder: string): Promise<FolderReading> {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const read = <S extends v.GenericSchema>(file: string, schema: S) =>
    readOwnerFile(folder, file, schema, faults);
  const list = await readProductList(folder, faults);
  const window = {
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
  const { banners, tiles, hotProducts, services, videos, story, collections } = window;
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
    return { goods: null, faults, warnings };
  }

  const goods: Goods = {
    list,
    window: {
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
  checkGoods(goods, faults, warnings);
  await checkSampleTestimonials(folder, faults, warnings);
  goods.pictures = await findFiles(folder, goods, faults);
  return { goods: faults.length > 0 ? null : goods, faults, warnings };
}
