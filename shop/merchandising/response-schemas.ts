import * as v from "valibot";
import { brandSchema } from "#shop/brand/response-schemas.ts";
import { pictureSchema } from "#shop/media/response-schemas.ts";
import { ownRulesSchema } from "#shop/policies/response-schemas.ts";
import { sellerSchema } from "#shop/seller/response-schemas.ts";

/** The special offer in the header and on product pages (§3). Heading and points are empty if the shop has no offer. */
export const specialOfferSchema = v.object({ heading: v.string(), points: v.array(v.string()) });

const pictured = { picture: pictureSchema, alt: v.string() };

const placeSchema = v.object({ x: v.number(), y: v.number() });

/** A picture that shows products in use, with links to them. `portrait` is for phones, and may show fewer products. */
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

/** The owner's menus and filters. Missing if the shop uses the default ones. Not part of the specification (D101). */
const navigationSchema = v.object({
  menu: v.array(
    v.object({
      name: v.string(),
      subcategories: v.array(v.string()),
      /** True if `name` is only a heading, not a product category. Links then filter by `subcategories` alone. */
      isNoCategory: v.exactOptional(v.literal(true)),
    }),
  ),
  search: v.array(v.string()),
  materials: v.array(v.string()),
  /** The texts above each listing. An entry without `subcategory` is for the list of all products. */
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
  /** True if the owner has changed the menu or does not sell wooden kitchenware. Pages then omit the standard texts. */
  isOwn: v.exactOptional(v.literal(true)),
});

/** All content of the home page except products (§2.4, §2.13). */
export const homeContentSchema = v.object({
  success: v.literal(true),
  /** The revision of the catalogue that this content belongs to. Each change by the owner increases it. */
  revision: v.optional(v.number()),
  banners: v.array(
    v.object({
      heading: v.string(),
      subHeading: v.string(),
      desktop: pictureSchema,
      mobile: pictureSchema,
      alt: v.string(),
    }),
  ),
  /** The category tiles. The page of a category shows `wide` at its top, or `picture` if `wide` is missing. */
  tiles: v.array(
    v.object({
      subcategory: v.string(),
      ...pictured,
      wide: v.exactOptional(pictureSchema),
      wideAlt: v.exactOptional(v.string()),
    }),
  ),
  /**
   * Tiles 1 to 6 of Hot Products. If the owner has chosen no product, or the shop no longer has it, `productId` is null
   * and the picture is missing (D26).
   */
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
  offerCards: v.array(v.object({ title: v.string(), href: v.string(), ...pictured })),
  services: v.array(v.object({ title: v.string(), text: v.string(), icon: v.string() })),
  /** The section 'See Our Premium Look'. `video` is the URL of an MP4 file, and `poster` is its still image. */
  videos: v.array(v.object({ title: v.string(), video: v.string(), poster: pictureSchema, alt: v.string() })),
  story: v.array(v.object(pictured)),
  /** The people who make the pieces. Missing if the owner has not named any. Not part of the specification (D101). */
  makers: v.exactOptional(
    v.array(v.object({ name: v.string(), place: v.string(), since: v.string(), ...pictured })),
  ),
  scenes: v.array(v.object({ place: v.string(), ...pictured })),
  looks: v.array(lookSchema),
  collections: v.array(
    v.object({
      name: v.string(),
      description: v.exactOptional(v.string()),
      picture: v.exactOptional(pictureSchema),
      alt: v.exactOptional(v.string()),
    }),
  ),
  seller: v.nullable(sellerSchema),
  brand: v.exactOptional(brandSchema),
  navigation: v.exactOptional(navigationSchema),
  /** The sections (`homeSections`) of the home page. Missing if the owner has not changed them. */
  home: v.exactOptional(
    v.array(
      v.object({
        section: v.string(),
        title: v.exactOptional(v.string()),
        text: v.exactOptional(v.string()),
      }),
    ),
  ),
  rules: v.exactOptional(ownRulesSchema),
});
