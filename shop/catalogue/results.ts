import * as v from "valibot";
import { defineCommandData } from "#contract/command-data.ts";
import { homeSections } from "#shop/merchandising/home-content.ts";

/** The sections of the home page in order; `place` is null if a section is hidden. */
export const homePage = defineCommandData(
  "home",
  "",
  v.object({
    sections: v.array(
      v.object({
        section: v.picklist(homeSections),
        place: v.nullable(v.number()),
        title: v.optional(v.string()),
        text: v.optional(v.string()),
        /** Its usual name. */
        name: v.string(),
        /** The command or file that fills it. */
        from: v.string(),
        /** Whether it can have a title of its own. */
        titled: v.boolean(),
      }),
    ),
    revision: v.string(),
  }),
);

const cards = v.object({
  cards: v.array(
    v.object({
      place: v.number(),
      /** By the options that change them. */
      texts: v.record(v.string(), v.string()),
      pictures: v.record(v.string(), v.nullable(v.string())),
    }),
  ),
  revision: v.string(),
});

/** The banners and the offer cards of the home page, and the makers of Our Story. */
export const cardLists = {
  banners: defineCommandData("banners", "", cards),
  cards: defineCommandData("cards", "", cards),
  makers: defineCommandData("makers", "", cards),
};

/** The Hot Products tiles: `product` is the one that is shown, `chosen` also one that is not in the shop. */
export const hotTileList = defineCommandData(
  "hot-products",
  "",
  v.array(
    v.object({
      tile: v.number(),
      address: v.string(),
      name: v.string(),
      product: v.nullable(v.string()),
      chosen: v.nullable(v.string()),
      subcategory: v.string(),
      revision: v.string(),
    }),
  ),
);

const offer = { heading: v.string(), points: v.array(v.string()) };

/** The special offer as shoppers see it, and as it was written, with fields. */
export const specialOffer = defineCommandData(
  "offers",
  "",
  v.object({ ...offer, written: v.object(offer), revision: v.string() }),
);

/** The Collections menu. */
export const collectionList = defineCommandData(
  "collections",
  "",
  v.array(
    v.object({
      place: v.number(),
      name: v.string(),
      description: v.optional(v.string()),
      /** The number of visible products. */
      products: v.number(),
      revision: v.string(),
    }),
  ),
);

/** The synonyms of the search; `means` is empty for a removed one. */
export const synonymList = defineCommandData(
  "synonyms",
  "",
  v.array(v.object({ words: v.string(), means: v.array(v.string()), isOwn: v.boolean() })),
);

/** The values of a group of settings by the options that change them. */
const shownValues = { values: v.record(v.string(), v.string()), revision: v.string() };

/** The groups of settings that a form of the desk shows. */
export const shownSettings = {
  /** The drawings are SVG texts. */
  brand: defineCommandData(
    "brand",
    "",
    v.object({ ...shownValues, logo: v.nullable(v.string()), mark: v.nullable(v.string()) }),
  ),
  /** `samples` names the options that still have sample values. */
  seller: defineCommandData("seller", "", v.object({ ...shownValues, samples: v.array(v.string()) })),
  rules: defineCommandData("rules", "", v.object(shownValues)),
  coupon: defineCommandData("coupon", "", v.object(shownValues)),
};

/** The rates of GST: the shop's own, and those of an HSN or of products. */
export const taxRates = defineCommandData(
  "taxes",
  "",
  v.object({
    values: v.object({ rate: v.string(), "company-place": v.string() }),
    rates: v.array(
      v.object({
        goods: v.string(),
        hsn: v.nullable(v.string()),
        products: v.array(v.string()),
        rate: v.number(),
        /** An ISO day; null if it always held. */
        from: v.nullable(v.string()),
      }),
    ),
    revision: v.string(),
  }),
);
