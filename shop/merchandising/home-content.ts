import * as v from "valibot";
import type { PictureRef } from "#contract/picture.ts";
import { isObject, listOf } from "#contract/read.ts";
import { pictureSchema } from "#shop/media/pictures.ts";
import { sellerSchema } from "#shop/seller/seller.ts";

// No spreads: the browser's build could not drop the schema with them.

/** Everything the owner dresses the storefront with, beside the products (§2.4, §2.13). */
export const homeContentSchema = v.object({
  success: v.literal(true),
  /** The slides at the top of the home page; `mobile` at 431 px or less. */
  banners: v.array(
    v.object({
      heading: v.string(),
      subHeading: v.string(),
      desktop: pictureSchema,
      mobile: pictureSchema,
      alt: v.string(),
    }),
  ),
  /** Shop by Category. */
  tiles: v.array(v.object({ subcategory: v.string(), picture: pictureSchema, alt: v.string() })),
  /** Hot Products, tiles 1 to 6. `productId` is null and the picture missing once the product is gone (D26). */
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
  /** See Our Premium Look: `video` is the address of an MP4, `poster` the still before it plays. */
  videos: v.array(v.object({ title: v.string(), video: v.string(), poster: pictureSchema, alt: v.string() })),
  /** The pictures of Our Story. */
  story: v.array(v.object({ picture: pictureSchema, alt: v.string() })),
  collections: v.array(v.object({ name: v.string(), description: v.exactOptional(v.string()) })),
  /** Null as long as no catalogue is in the shop. */
  seller: v.nullable(sellerSchema),
});

export type HomeContent = v.InferOutput<typeof homeContentSchema>;

export const serviceIcons = ["truck", "rotate-ccw", "shield-check", "hammer", "clock"] as const;
export type ServiceIcon = (typeof serviceIcons)[number];

/** An answer as pages show it: every list is one, and every entry has what its part cannot do without. */
export function shopWindowFrom(body: unknown): HomeContent | undefined {
  if (!isObject(body)) return undefined;
  const given = body as Partial<HomeContent>;
  return {
    success: true,
    banners: entriesWith(given.banners, "heading").filter(
      ({ desktop, mobile }) => isPicture(desktop) && isPicture(mobile),
    ),
    tiles: entriesWith(given.tiles, "subcategory").filter(hasPicture),
    hotProducts: entriesWith(given.hotProducts, "name").filter(({ tile }) => typeof tile === "number"),
    offerCards: entriesWith(given.offerCards, "title", "href").filter(hasPicture),
    services: entriesWith(given.services, "title", "text"),
    videos: entriesWith(given.videos, "title", "video").filter(({ poster }) => isPicture(poster)),
    story: entriesWith(given.story).filter(hasPicture),
    collections: entriesWith(given.collections, "name"),
    seller: given.seller ?? null,
  };
}

/** The entries that carry all these texts. */
const entriesWith = <Entry extends object>(list: readonly Entry[] | undefined, ...texts: (keyof Entry)[]) =>
  listOf(list, (entry) =>
    isObject(entry) && texts.every((name) => typeof entry[name as string] === "string")
      ? (entry as Entry)
      : null,
  );

const isPicture = (given: Partial<PictureRef> | null | undefined): boolean => typeof given?.src === "string";

const hasPicture = ({ picture }: { picture: PictureRef }): boolean => isPicture(picture);
