import * as v from "valibot";
import {
  defineCommandData,
  defineCommandList,
  defineCommandObject,
  openObject,
} from "#contract/command-data.ts";
import { undoableChange } from "#contract/operator-results.ts";
import { homeSections } from "#shop/merchandising/home-content.ts";

const listedProduct = {
  id: v.string(),
  title: v.string(),
  price: v.number(),
  inclusivePrice: v.number(),
  originalPrice: v.number(),
  hsn: v.nullable(v.string()),
  revision: v.number(),
  onHand: v.nullable(v.number()),
  leadDays: v.nullable(v.number()),
  backorder: v.boolean(),
  reserved: v.number(),
  /** Changes with each stock count, and if a restock shows that the last count was too low. Orders do not change it. */
  base: v.nullable(v.number()),
  category: v.string(),
  /** True if few pieces, but at least one, can be ordered. */
  low: v.boolean(),
  hidden: v.boolean(),
  /** False if an import of the owner's list of products has removed the product. It is then hidden too. */
  listed: v.boolean(),
  /** The values that the product needs before it can be published, but lacks, such as `hsn`. */
  missing: v.array(v.string()),
  picture: v.nullable(v.string()),
};

/** The products, in the chosen order or in the order of the requested ids. Prices are in paise before GST. */
export const productList = defineCommandList("products list", listedProduct);

const box = v.object({ L: v.number(), B: v.number(), H: v.number() });

const written = v.pipe(
  v.record(v.string(), v.unknown()),
  openObject({
    materials: v.optional(v.array(v.string())),
    size: v.optional(v.array(box)),
    care: v.optional(v.object({ wash: v.string(), oil: v.optional(v.string()), never: v.string() })),
    netWeight: v.optional(v.number()),
    finish: v.optional(v.string()),
    origin: v.optional(v.string()),
    pieces: v.optional(v.number()),
    manufacturer: v.optional(v.string()),
    packed: v.optional(box),
    seo: v.optional(openObject({ sku: v.optional(v.string()) })),
  }),
);

export const productDetails = defineCommandData(
  "products details",
  openObject({
    ...listedProduct,
    entered: written,
    /** The declarations of the whole shop, which apply to products without their own. */
    shared: openObject({
      finish: v.optional(v.string()),
      pieces: v.optional(v.number()),
      origin: v.optional(v.string()),
      manufacturer: v.optional(v.string()),
    }),
    gstRate: v.number(),
    images: v.array(
      openObject({ name: v.string(), alt: v.nullable(v.string()), href: v.nullable(v.string()) }),
    ),
    changes: v.array(undoableChange),
    address: v.string(),
  }),
);

export const addedProduct = defineCommandObject("products add", { id: v.string() });

/** `place` is null for a hidden section. */
export const homePage = defineCommandObject("home", {
  sections: v.array(
    v.object({
      section: v.picklist(homeSections),
      place: v.nullable(v.number()),
      title: v.optional(v.string()),
      text: v.optional(v.string()),
      name: v.string(),
      from: v.string(),
      titled: v.boolean(),
    }),
  ),
  revision: v.string(),
});

const spot = v.object({ x: v.number(), y: v.number() });

const cards = v.object({
  cards: v.array(
    v.object({
      place: v.number(),
      /** The owner's texts with their placeholders. */
      texts: v.record(v.string(), v.string()),
      /** The texts as shoppers see them. */
      shown: v.record(v.string(), v.string()),
      pictures: v.record(v.string(), v.nullable(v.string())),
      /** The products marked in the pictures of a look. Positions are in percent. */
      dots: v.exactOptional(
        v.array(
          v.object({
            dot: v.number(),
            product: v.string(),
            /** Null if the product is not in the shop. */
            title: v.nullable(v.string()),
            landscape: spot,
            /** The position of the dot in the picture for phones. Null if phones do not show the dot. */
            portrait: v.nullable(spot),
          }),
        ),
      ),
    }),
  ),
  /** The minimum and the maximum number of cards in the list. */
  min: v.number(),
  max: v.number(),
  revision: v.string(),
});

export const cardLists = {
  banners: defineCommandData("banners", cards),
  cards: defineCommandData("cards", cards),
  makers: defineCommandData("makers", cards),
  tiles: defineCommandData("tiles", cards),
  services: defineCommandData("services", cards),
  looks: defineCommandData("looks", cards),
  films: defineCommandData("films", cards),
  story: defineCommandData("story", cards),
  scenes: defineCommandData("scenes", cards),
  "listing-texts": defineCommandData("listing-texts", cards),
  couriers: defineCommandData("couriers", cards),
};

export const menuList = defineCommandObject("menus", {
  menus: v.array(v.object({ place: v.number(), name: v.string(), kinds: v.array(v.string()) })),
  search: v.array(v.string()),
  /** True if the shop makes the menus from its products. */
  isAutomatic: v.boolean(),
  revision: v.string(),
});

/**
 * The six Hot Products tiles. `product` is the id and `title` the title of the product that the tile opens. Both are null
 * if the owner has chosen no product, or the shop no longer has it.
 */
export const hotTileList = defineCommandList("hot-products", {
  tile: v.number(),
  address: v.string(),
  name: v.string(),
  product: v.nullable(v.string()),
  title: v.nullable(v.string()),
  chosen: v.nullable(v.string()),
  subcategory: v.string(),
  revision: v.string(),
});

const offer = { heading: v.string(), points: v.array(v.string()) };

/** The special offer as shoppers see it. `written` is the owner's text with its placeholders. */
export const specialOffer = defineCommandObject("offers", {
  ...offer,
  written: v.object(offer),
  /** The first and the last day, as ISO dates, or empty. */
  from: v.string(),
  to: v.string(),
  /** For example `runs now, until Sat 5 Dec`. */
  days: v.string(),
  revision: v.string(),
});

export const collectionList = defineCommandList("collections", {
  place: v.number(),
  name: v.string(),
  description: v.optional(v.string()),
  products: v.number(),
  revision: v.string(),
});

/** The synonyms of the search. `means` is empty for a synonym that the owner removed. */
export const synonymList = defineCommandList("synonyms", {
  words: v.string(),
  means: v.array(v.string()),
  isOwn: v.boolean(),
});

/** The keys of `values` are the names of the command options that change the values. */
const shownValues = { values: v.record(v.string(), v.string()), revision: v.string() };

export const shownSettings = {
  brand: defineCommandObject("brand", {
    ...shownValues,
    logo: v.nullable(v.string()),
    mark: v.nullable(v.string()),
  }),
  /** `toConfirm` contains statements of the shop's texts that the owner has not confirmed yet. */
  seller: defineCommandObject("seller", {
    ...shownValues,
    samples: v.array(v.string()),
    toConfirm: v.array(v.string()),
  }),
  rules: defineCommandObject("rules", shownValues),
  coupon: defineCommandObject("coupon", shownValues),
};

/** The options of the command `seller`, by the names of their fields in seller.json. */
export const sellerOptionNames: Readonly<Record<string, string>> = {
  legalName: "legal-name",
  gstin: "gstin",
  "address.street": "street",
  "address.city": "city",
  "address.zipCode": "pin",
  "address.state": "state",
  state: "state",
  phone: "phone",
  email: "email",
  "grievanceOfficer.name": "officer-name",
  "grievanceOfficer.email": "officer-email",
  "grievanceOfficer.phone": "officer-phone",
  jurisdictionCity: "courts",
  socialLinks: "links",
};

export const taxRates = defineCommandObject("taxes", {
  values: v.object({ rate: v.string(), "company-place": v.string() }),
  /** The Indian state of the GST registration. Null while it is a sample. */
  state: v.nullable(v.string()),
  rates: v.array(
    v.object({
      goods: v.string(),
      hsn: v.nullable(v.string()),
      products: v.array(v.string()),
      rate: v.number(),
      /** The day from which the rate applies, as an ISO date. Null if it has always applied. */
      from: v.nullable(v.string()),
    }),
  ),
  revision: v.string(),
});
