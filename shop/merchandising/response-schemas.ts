import * as v from "valibot";
import { brandSchema } from "#shop/brand/response-schemas.ts";
import { pictureSchema } from "#shop/media/response-schemas.ts";
import { ownRulesSchema } from "#shop/policies/response-schemas.ts";
import { sellerSchema } from "#shop/seller/response-schemas.ts";

/** The special offer of the header and the product page (§3); empty if there is none. */
export const specialOfferSchema = v.object({ heading: v.string(), points: v.array(v.string()) });

/** The centre of a product in a picture, in percent from the left and the top. */
const placeSchema = v.object({ x: v.number(), y: v.number() });

/** A picture with products in use, each with a link; `portrait` is for phones and may show fewer of them. */
const lookSchema = v.object({
  title: v.string(),
  text: v.string(),
  landscape: pictureSchema,
  portrait: pictureSchema,
  alt: v.string(),
  points: v.array(
    v.object({
      productId: v.string(),
      title: v.string(),
      price: v.number(),
      landscape: placeSchema,
      portrait: v.exactOptional(placeSchema),
    }),
  ),
});

/** The menus and filters, if they are not the standard ones. Not part of the specification (D101). */
const navigationSchema = v.object({
  menu: v.array(v.object({ name: v.string(), subcategories: v.array(v.string()) })),
  search: v.array(v.string()),
  materials: v.array(v.string()),
  /** The header text of a listing; without a subcategory, that of all products. */
  pages: v.exactOptional(
    v.array(
      v.object({
        subcategory: v.exactOptional(v.string()),
        title: v.string(),
        heading: v.string(),
        description: v.string(),
      }),
    ),
  ),
  /**
   * True for a custom menu or goods that are not made of wood: the default texts about wooden trays and bowls do not
   * apply.
   */
  isOwn: v.exactOptional(v.literal(true)),
});

/** All content of the home page besides products (§2.4, §2.13). */
export const homeContentSchema = v.object({
  success: v.literal(true),
  /** The revision of the catalogue that it belongs to; each change of the owner increases it. */
  revision: v.optional(v.number()),
  /** The slides at the top of the home page; `mobile` is for screens of 431 px or less. */
  banners: v.array(
    v.object({
      heading: v.string(),
      subHeading: v.string(),
      desktop: pictureSchema,
      mobile: pictureSchema,
      alt: v.string(),
    }),
  ),
  /** `wide` is the picture at the top of the category's listing; without it, the tile's own picture is used. */
  tiles: v.array(
    v.object({
      subcategory: v.string(),
      picture: pictureSchema,
      wide: v.exactOptional(pictureSchema),
      wideAlt: v.exactOptional(v.string()),
      alt: v.string(),
    }),
  ),
  /** Hot Products, tiles 1 to 6. `productId` is null and the picture missing if the product was removed (D26). */
  hotProducts: v.array(
    v.object({
      tile: v.number(),
      name: v.string(),
      productId: v.nullable(v.string()),
      subcategory: v.string(),
      picture: v.exactOptional(pictureSchema),
      alt: v.string(),
    }),
  ),
  /** The three cards of the offers banner; `href` is a path of the shop. */
  offerCards: v.array(
    v.object({ title: v.string(), href: v.string(), picture: pictureSchema, alt: v.string() }),
  ),
  /** The services slider; `icon` is one of `serviceIcons`. */
  services: v.array(v.object({ title: v.string(), text: v.string(), icon: v.string() })),
  /** See Our Premium Look: `video` is the URL of an MP4, `poster` the still image. */
  videos: v.array(v.object({ title: v.string(), video: v.string(), poster: pictureSchema, alt: v.string() })),
  /** The pictures of Our Story. */
  story: v.array(v.object({ picture: pictureSchema, alt: v.string() })),
  /** The people who make the pieces; absent where the owner has named none. Ours alone (D101). */
  makers: v.exactOptional(
    v.array(
      v.object({
        name: v.string(),
        place: v.string(),
        /** The year since when. */
        since: v.string(),
        picture: pictureSchema,
        alt: v.string(),
      }),
    ),
  ),
  /** Pictures beside forms and texts; `place` is one of `scenePlaces`. */
  scenes: v.array(v.object({ place: v.string(), picture: pictureSchema, alt: v.string() })),
  /** Pictures of the home page in which products can be chosen. */
  looks: v.array(lookSchema),
  collections: v.array(
    v.object({
      name: v.string(),
      description: v.exactOptional(v.string()),
      picture: v.exactOptional(pictureSchema),
      alt: v.exactOptional(v.string()),
    }),
  ),
  /** Null before the first import. */
  seller: v.nullable(sellerSchema),
  /** The owner's changes of the brand. */
  brand: v.exactOptional(brandSchema),
  navigation: v.exactOptional(navigationSchema),
  /** The sections of the home page if their order or titles are customized; `section` is one of `homeSections`. */
  home: v.exactOptional(
    v.array(
      v.object({
        section: v.string(),
        title: v.exactOptional(v.string()),
        /** The text below the title. */
        text: v.exactOptional(v.string()),
      }),
    ),
  ),
  /** The owner's changes of the shop's rules. */
  rules: v.exactOptional(ownRulesSchema),
});
