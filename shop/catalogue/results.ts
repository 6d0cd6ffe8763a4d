import * as v from "valibot";
import { defineCommandData } from "#contract/command-data.ts";
import { homeSections } from "#shop/merchandising/home-content.ts";

/** The sections of the home page in order. `place` is null for a hidden section. */
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
        name: v.string(),
        /** The command or file that provides the section's content. */
        from: v.string(),
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
      /** The card's texts, keyed by the command option that changes each text. */
      texts: v.record(v.string(), v.string()),
      pictures: v.record(v.string(), v.nullable(v.string())),
    }),
  ),
  revision: v.string(),
});

export const cardLists = {
  banners: defineCommandData("banners", "", cards),
  cards: defineCommandData("cards", "", cards),
  makers: defineCommandData("makers", "", cards),
};

/** The Hot Products tiles. `chosen` is the owner's choice; `product` is null if that product is not in the shop. */
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

/** The special offer as shoppers see it. `written` is the owner's text with placeholders. */
export const specialOffer = defineCommandData(
  "offers",
  "",
  v.object({ ...offer, written: v.object(offer), revision: v.string() }),
);

export const collectionList = defineCommandData(
  "collections",
  "",
  v.array(
    v.object({
      place: v.number(),
      name: v.string(),
      description: v.optional(v.string()),
      products: v.number(),
      revision: v.string(),
    }),
  ),
);

/** The search synonyms. `means` is empty for a removed synonym. */
export const synonymList = defineCommandData(
  "synonyms",
  "",
  v.array(v.object({ words: v.string(), means: v.array(v.string()), isOwn: v.boolean() })),
);

/** The values of a group of settings, keyed by the command option that changes each value. */
const shownValues = { values: v.record(v.string(), v.string()), revision: v.string() };

export const shownSettings = {
  /** `logo` and `mark` are SVG texts. */
  brand: defineCommandData(
    "brand",
    "",
    v.object({ ...shownValues, logo: v.nullable(v.string()), mark: v.nullable(v.string()) }),
  ),
  /** `samples` lists the options that still have sample values. */
  seller: defineCommandData("seller", "", v.object({ ...shownValues, samples: v.array(v.string()) })),
  rules: defineCommandData("rules", "", v.object(shownValues)),
  coupon: defineCommandData("coupon", "", v.object(shownValues)),
};

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
        /** First day of the rate as an ISO date; null if the rate has no start. */
        from: v.nullable(v.string()),
      }),
    ),
    revision: v.string(),
  }),
);
