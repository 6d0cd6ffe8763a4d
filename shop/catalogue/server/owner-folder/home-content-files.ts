import * as v from "valibot";
import { filledText, numberLike, oneOf, strictObject } from "#platform/storage/owner-file.ts";
import { scenePlaces, serviceIcons } from "#shop/merchandising/home-content.ts";
import {
  type HomeInFile,
  offersFile,
  type OffersInFile,
  type SpecialOfferInFile,
} from "#shop/merchandising/server/index.ts";
import type { ChangedRules } from "#shop/policies/rules.ts";
import type { BrandInFile } from "#shop/brand/server/index.ts";
import type { TaxesInFile } from "#shop/pricing/server/index.ts";
import { type ReplacedTexts, wordsWithFields } from "#shop/texts/server/index.ts";
import { type Courier, sellerFile, type SellerInFile } from "#shop/seller/server/index.ts";
import { hotTiles } from "../../subcategories.ts";

const NO_YEAR = "is not a year, such as 1998.";

const banner = strictObject({
  heading: filledText(),
  subHeading: filledText(),
  desktop: filledText(),
  mobile: filledText(),
  alt: filledText(),
});

const tile = strictObject({
  subcategory: filledText(),
  picture: filledText(),
  wide: v.exactOptional(filledText()),
  wideAlt: v.exactOptional(filledText()),
  alt: filledText(),
});

const hotProduct = strictObject({
  tile: v.pipe(
    numberLike("is not a number from 1 to 6."),
    v.check(
      (tile) => Number.isInteger(tile) && tile >= 1 && tile <= hotTiles.length,
      "is not a number from 1 to 6.",
    ),
  ),
  name: filledText(),
  product: filledText(),
  subcategory: filledText(),
});

const service = strictObject({
  title: wordsWithFields(),
  text: wordsWithFields(),
  icon: oneOf(serviceIcons),
});

const video = strictObject({
  title: filledText(),
  video: filledText(),
  poster: filledText(),
  alt: filledText(),
});

const collection = strictObject({
  name: filledText(),
  description: v.exactOptional(filledText("is empty.")),
  picture: v.exactOptional(filledText()),
  alt: v.exactOptional(filledText()),
});

export const bannersFile = v.array(banner, "is not a list of banners.");

const tilesFile = v.array(tile, "is not a list of tiles.");

const hotProductsFile = v.array(hotProduct, "is not a list of tiles.");

const servicesFile = v.array(service, "is not a list of services.");

export const videosFile = v.array(video, "is not a list of videos.");

const collectionsFile = v.array(collection, "is not a list of collections.");

const scene = strictObject({
  place: oneOf(scenePlaces),
  picture: filledText(),
  alt: filledText(),
});

const percent = v.pipe(
  numberLike("is not a number from 0 to 100."),
  v.minValue(0, "is not a number from 0 to 100."),
  v.maxValue(100, "is not a number from 0 to 100."),
);

const place = strictObject({ x: percent, y: percent });

const lookFile = strictObject({
  title: filledText(),
  text: filledText(),
  landscape: filledText(),
  portrait: filledText(),
  alt: filledText(),
  points: v.array(
    strictObject({ product: filledText(), landscape: place, portrait: v.exactOptional(place) }),
    "is not a list of points.",
  ),
});

export const makersFile = v.pipe(
  v.array(
    strictObject({
      name: filledText(),
      place: filledText(),
      since: v.pipe(
        v.union([v.string(), v.number()], NO_YEAR),
        v.transform((year) => String(year).trim()),
        v.regex(/^(18|19|20)\d\d$/, NO_YEAR),
      ),
      picture: filledText(),
      alt: filledText(),
    }),
    "is not a list of makers.",
  ),
  v.check(
    (makers) => new Set(makers.map(({ name }) => name.toLowerCase())).size === makers.length,
    "names a maker twice.",
  ),
);

const storyFile = strictObject({
  pictures: v.array(strictObject({ picture: filledText(), alt: filledText() }), "is not a list of pictures."),
  scenes: v.exactOptional(v.array(scene, "is not a list of pictures.")),
  looks: v.exactOptional(v.array(lookFile, "is not a list of pictures.")),
  makers: v.exactOptional(makersFile),
});

const kinds = v.array(filledText("is empty."), "is not a list of kinds.");

export const menuFile = strictObject({
  menu: v.exactOptional(
    v.array(strictObject({ name: filledText(), subcategories: kinds }), "is not a list of menus."),
  ),
  search: v.exactOptional(kinds),
  pages: v.exactOptional(
    v.array(
      strictObject({
        subcategory: v.exactOptional(filledText()),
        title: filledText(),
        heading: filledText(),
        description: filledText(),
      }),
      "is not a list of pages.",
    ),
  ),
});

export type MenuInFile = v.InferOutput<typeof menuFile>;

/** All catalogue files except the products. Pictures and videos are file names. */
export interface HomeContentFiles {
  banners: v.InferOutput<typeof bannersFile>;
  tiles: v.InferOutput<typeof tilesFile>;
  hotProducts: v.InferOutput<typeof hotProductsFile>;
  offerCards: OffersInFile["cards"];
  specialOffer?: SpecialOfferInFile;
  services: v.InferOutput<typeof servicesFile>;
  videos: (v.InferOutput<typeof videosFile>[number] & { hash: string })[];
  story: v.InferOutput<typeof storyFile>["pictures"];
  scenes?: v.InferOutput<typeof scene>[];
  looks?: v.InferOutput<typeof lookFile>[];
  makers?: v.InferOutput<typeof makersFile>;
  collections: v.InferOutput<typeof collectionsFile>;
  brand?: BrandInFile;
  /** Undefined if all rules have their default values. */
  rules?: ChangedRules;
  texts?: ReplacedTexts;
  /** Undefined if the owner has changed no section. */
  home?: HomeInFile;
  /** Undefined if the menu is generated from the products. */
  menu?: MenuInFile;
  taxes?: TaxesInFile;
  /** Undefined before the first import. */
  seller?: SellerInFile;
  /** Undefined after an update from an earlier version, until the first start. */
  couriers?: Courier[];
}

export const homeFiles = {
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

/** Null for a file with errors. */
export type HomeFiles = {
  [Name in keyof typeof homeFiles]: v.InferOutput<(typeof homeFiles)[Name]["schema"]> | null;
};
