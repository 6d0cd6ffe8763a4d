import * as v from "valibot";
import {
  filledText,
  numberLike,
  oneOf,
  shortText,
  strictObject,
  unique,
} from "#platform/storage/owner-file.ts";
import { scenePlaces, serviceIcons } from "#shop/merchandising/home-content.ts";
import { cardsFile, homeFile, specialOfferFile } from "#shop/merchandising/server/index.ts";
import type { ChangedRules } from "#shop/policies/rules.ts";
import type { BrandInFile } from "#shop/brand/server/index.ts";
import { taxFile } from "#shop/pricing/server/index.ts";
import { type ReplacedTexts, wordsWithFields } from "#shop/texts/server/index.ts";
import { couriersFile, sellerFile } from "#shop/seller/server/index.ts";
import { hotTiles } from "../../subcategories.ts";

/** Maximum length of a text in characters. A longer text would fill a whole page. */
const LONGEST_TEXT = 1000;

const text = () => shortText(LONGEST_TEXT);

const NO_YEAR = "is not a year, such as 1998.";

const listOf = <const Entries extends v.ObjectEntries>(what: string, entries: Entries) =>
  v.array(strictObject(entries), `is not a list. Write the ${what} between [ and ].`);

const uniqueListOf = <const Entries extends v.ObjectEntries>(
  field: keyof Entries & string,
  what: string,
  entries: Entries,
) => v.pipe(listOf(what, entries), unique(field));

const bannersFile = uniqueListOf("heading", "banners", {
  heading: text(),
  subHeading: text(),
  desktop: text(),
  mobile: text(),
  alt: text(),
});

const tilesFile = uniqueListOf("subcategory", "tiles", {
  subcategory: text(),
  picture: text(),
  wide: v.exactOptional(text()),
  wideAlt: v.exactOptional(text()),
  alt: text(),
});

const NO_TILE = "is not a number from 1 to 6.";

const hotProductsFile = uniqueListOf("tile", "tiles", {
  tile: v.pipe(
    numberLike(NO_TILE),
    v.check((tile) => Number.isInteger(tile) && tile >= 1 && tile <= hotTiles.length, NO_TILE),
  ),
  name: text(),
  product: text(),
  subcategory: text(),
});

const servicesFile = uniqueListOf("title", "services", {
  title: wordsWithFields(),
  text: wordsWithFields(),
  icon: oneOf(serviceIcons),
});

const videoFields = { title: text(), video: text(), poster: text(), alt: text() };

const videosFile = uniqueListOf("video", "videos", videoFields);

/** `hash` is the hash of the video file's content. */
export const storedVideos = uniqueListOf("video", "videos", { ...videoFields, hash: v.string() });

export const collectionsFile = uniqueListOf("name", "collections", {
  name: shortText(300),
  description: v.exactOptional(shortText(300, "is empty.")),
  picture: v.exactOptional(text()),
  alt: v.exactOptional(text()),
});

const NO_PERCENT = "is not a number from 0 to 100.";

const percent = v.pipe(numberLike(NO_PERCENT), v.minValue(0, NO_PERCENT), v.maxValue(100, NO_PERCENT));

const place = strictObject({ x: percent, y: percent });

const makersFile = uniqueListOf("name", "makers", {
  name: text(),
  place: text(),
  since: v.pipe(
    v.union([v.string(), v.number()], NO_YEAR),
    v.transform((year) => String(year).trim()),
    v.regex(/^(18|19|20)\d\d$/, NO_YEAR),
  ),
  picture: text(),
  alt: text(),
});

const storyPictures = listOf("pictures", { picture: text(), alt: text() });

const scenePictures = uniqueListOf("place", "pictures", {
  place: oneOf(scenePlaces),
  picture: text(),
  alt: text(),
});

export const lookPictures = uniqueListOf("title", "pictures", {
  title: text(),
  text: text(),
  landscape: text(),
  portrait: text(),
  alt: text(),
  points: uniqueListOf("product", "points", {
    product: text(),
    landscape: place,
    portrait: v.exactOptional(place),
  }),
});

const kinds = v.pipe(
  v.array(filledText("is empty."), "is not a list. Write the product types between [ and ]."),
  v.check(
    (names) => new Set(names.map((name) => name.toLowerCase())).size === names.length,
    "contains the same product type twice. Remove one of the two.",
  ),
);

export const listingTexts = uniqueListOf("subcategory", "pages", {
  subcategory: v.exactOptional(text()),
  title: text(),
  heading: text(),
  description: text(),
});

export const menusFile = uniqueListOf("name", "menus", { name: shortText(60), subcategories: kinds });

const menuFile = strictObject({
  menu: v.exactOptional(menusFile),
  search: v.exactOptional(kinds),
  pages: v.exactOptional(listingTexts),
});

export type MenuInFile = v.InferOutput<typeof menuFile>;

export interface PartFile {
  /** The name of the JSON file without its ending. */
  file: string;
  /** The key of the part in its file, if the file contains several parts. */
  key?: string;
  schema: v.GenericSchema;
  isOptional?: true;
  /** The fields of an entry that contain the name of a picture or video. */
  pictures?: readonly string[];
  /** The folder of the files that `pictures` name. The default is the value of `file`. */
  folder?: string;
}

const inStory = { file: "story", isOptional: true } as const;

/** The parts of the content that a catalogue folder contains as JSON, each with its file. */
export const partFiles = {
  banners: { file: "banners", schema: bannersFile, pictures: ["desktop", "mobile"] },
  tiles: { file: "tiles", schema: tilesFile, pictures: ["picture", "wide"] },
  hotProducts: { file: "hot-products", schema: hotProductsFile },
  services: { file: "services", schema: servicesFile },
  videos: { file: "videos", schema: videosFile, pictures: ["video", "poster"] },
  story: { file: "story", key: "pictures", schema: storyPictures, pictures: ["picture"] },
  scenes: { ...inStory, key: "scenes", schema: scenePictures, pictures: ["picture"], folder: "scenes" },
  looks: {
    ...inStory,
    key: "looks",
    schema: lookPictures,
    pictures: ["landscape", "portrait"],
    folder: "looks",
  },
  makers: { ...inStory, key: "makers", schema: makersFile, pictures: ["picture"] },
  collections: { file: "collections", schema: collectionsFile, pictures: ["picture"] },
  specialOffer: { file: "offers", key: "specialOffer", schema: specialOfferFile, isOptional: true },
  offerCards: { file: "offers", key: "cards", schema: cardsFile, pictures: ["picture"] },
  seller: { file: "seller", schema: sellerFile },
  home: { file: "home", schema: homeFile, isOptional: true },
  /** If this file is missing, the shop makes its menus from the products. */
  menu: { file: "menu", schema: menuFile, isOptional: true },
  taxes: { file: "taxes", schema: taxFile, isOptional: true },
  couriers: { file: "couriers", schema: couriersFile, isOptional: true },
} satisfies Record<string, PartFile>;

type PartsInFiles = { [Name in keyof typeof partFiles]: v.InferOutput<(typeof partFiles)[Name]["schema"]> };

type NeededPart =
  | "banners"
  | "tiles"
  | "hotProducts"
  | "services"
  | "videos"
  | "story"
  | "collections"
  | "offerCards";

/** The content of a catalogue folder, without its products and synonyms. */
export interface WrittenContent
  extends Pick<PartsInFiles, NeededPart>, Partial<Omit<PartsInFiles, NeededPart>> {
  brand?: BrandInFile;
  rules?: ChangedRules;
  texts?: ReplacedTexts;
}

/** The shop's content without products and synonyms. Pictures and videos are given by their file names. */
export interface HomeContentFiles extends WrittenContent {
  videos: v.InferOutput<typeof storedVideos>;
}
