import type { PictureRef } from "#contract/picture.ts";
import type { ProductImage } from "./product.ts";

/** What is assumed of a picture that the owner gave only by its address: square, as product pictures are. */
const UNKNOWN_SIDE = 1200;

/** A product's image as a picture to show; null asks for the placeholder. */
export const getPicture = (image: ProductImage | undefined): PictureRef | null =>
  image ? (image.picture ?? { src: image.url, width: UNKNOWN_SIDE, height: UNKNOWN_SIDE }) : null;
