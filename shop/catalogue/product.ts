import type { InferOutput } from "valibot";
import type { PictureRef } from "#contract/picture.ts";
import { toSharedPicture } from "#shop/media/pictures.ts";
import type { careSchema, sizeSchema, imageSchema, productSchema } from "./response-schemas.ts";

export type Size = InferOutput<typeof sizeSchema>;
export type Care = InferOutput<typeof careSchema>;
export type ProductImage = InferOutput<typeof imageSchema>;
export type Product = InferOutput<typeof productSchema>;

/**
 * Splits a size, such as `40 x 30 x 8`, `40*30*8` or `40×30×8 cm`, into the texts of its numbers. The unit may be missing,
 * or may be after each number.
 */
export const splitSize = (text: string, unit: "cm" | "in"): string[] =>
  text.split(/[x×*]/i).map((side) => side.replace(new RegExp(`${unit}\\.?\\s*$`, "i"), "").trim());

/** Returns the pictures of the gallery: `images`, then `variantImages`, without duplicates (D25). */
export function getGallery({ images, variantImages = [] }: GallerySource): ProductImage[] {
  const all = [...images, ...variantImages];
  return all.filter(({ url }, at) => all.findIndex((other) => other.url === url) === at);
}

interface GallerySource {
  images: readonly ProductImage[];
  variantImages?: readonly ProductImage[];
}

/** Returns the picture that search engines and shared links show. */
export const toSharedImage = ({ url, alt = "", picture }: ProductImage, title: string) =>
  picture ? toSharedPicture(picture, alt || title) : { href: url, alt: alt || title };

export const productMessages = {
  failed: "We couldn’t load this product right now. Please refresh or try again in a moment.",
  notDisplayable: "This product could not be displayed.",
  failureHeading: "Something went wrong",
  taxNote: "Tax Included. Shipping Policy at Checkout",
  grain: "Grain is never the same twice. Yours will have its own.",
  linkCopied: "Link copied to clipboard!",
} as const;

const UNKNOWN_SIDE = 1200;

/** Returns the picture; null if the page must show the placeholder. */
export const getPicture = (image: ProductImage | undefined): PictureRef | null =>
  image ? (image.picture ?? { src: image.url, width: UNKNOWN_SIDE, height: UNKNOWN_SIDE }) : null;
