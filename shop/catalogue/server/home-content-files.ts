import * as v from "valibot";
import { serviceIcons } from "#shop/merchandising/home-content.ts";
import { hotTiles, searchList } from "../subcategories.ts";
import { numberLike, text } from "./product-file.ts";
import { missing, sellerFile } from "./seller-file.ts";
import { offersFile, type SpecialOfferInFile } from "./offers-file.ts";

const banner = v.object({
  heading: text(missing),
  subHeading: text(missing),
  desktop: text(missing),
  mobile: text(missing),
  alt: text(missing),
});

const tile = v.object({
  subcategory: v.picklist(searchList, `is none of ${searchList.join(", ")}.`),
  picture: text(missing),
  alt: text(missing),
});

const hotProduct = v.object({
  tile: v.pipe(
    numberLike("is not a number from 1 to 6."),
    v.check(
      (tile) => Number.isInteger(tile) && tile >= 1 && tile <= hotTiles.length,
      "is not a number from 1 to 6.",
    ),
  ),
  name: text(missing),
  product: text(missing),
  subcategory: text(missing),
});

const service = v.object({
  title: text(missing),
  text: text(missing),
  icon: v.picklist(serviceIcons, `is none of ${serviceIcons.join(", ")}.`),
});

const video = v.object({
  title: text(missing),
  video: text(missing),
  poster: text(missing),
  alt: text(missing),
});

const collection = v.object({ name: text(missing), description: v.exactOptional(text("is empty.")) });

export const bannersFile = v.array(banner, "is not a list of banners.");

export const tilesFile = v.array(tile, "is not a list of tiles.");

export const hotProductsFile = v.array(hotProduct, "is not a list of tiles.");

export const servicesFile = v.array(service, "is not a list of services.");

export const videosFile = v.array(video, "is not a list of videos.");

export const collectionsFile = v.array(collection, "is not a list of collections.");

export const storyFile = v.object({
  pictures: v.array(v.object({ picture: text(missing), alt: text(missing) }), "is not a list of pictures."),
});

/** All of the owner's files but the products. Pictures are file names, videos too; each has its folder. */
export interface HomeContentFiles {
  banners: v.InferOutput<typeof bannersFile>;
  tiles: v.InferOutput<typeof tilesFile>;
  hotProducts: v.InferOutput<typeof hotProductsFile>;
  offerCards: v.InferOutput<typeof offersFile>["cards"];
  services: v.InferOutput<typeof servicesFile>;
  videos: (v.InferOutput<typeof videosFile>[number] & { hash: string })[];
  story: v.InferOutput<typeof storyFile>["pictures"];
  collections: v.InferOutput<typeof collectionsFile>;
  /** Absent before the first import. */
  seller?: v.InferOutput<typeof sellerFile>;
}

/** The parts of the window that commands can change too. */
export interface ImportedHomeContent extends Pick<HomeContentFiles, "collections" | "hotProducts"> {
  specialOffer: SpecialOfferInFile | null;
}
