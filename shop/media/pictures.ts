import { type PictureRef, type VariantFormat, getPictureHref } from "#contract/picture.ts";
import { THUMBNAIL_WIDTH, WIDTHS } from "./picture-sizes.ts";

export const VARIANT_FORMATS: readonly VariantFormat[] = ["avif", "webp", "jpg", "piece"];

const PLAIN_WIDTH = 960;

const SHARED_WIDTH = 1200;

/** Returns the URL of a JPEG of medium width, for places that need a single URL and a format that works everywhere. */
export const getPlainHref = (picture: PictureRef): string =>
  getPictureHref(picture, findWidth(PLAIN_WIDTH, picture), "jpg");

/** Converts a URL of `getPlainHref` to the URL of the narrowest copy. Other URLs are unchanged. */
export const narrowHref = (href: string): string =>
  href.replace(
    /^(\/pictures\/.+\.)(\d+)\.jpg$/,
    (_, stem: string, width: string) => `${stem}${Math.min(Number(width), ...WIDTHS)}.jpg`,
  );

/** Returns the JPEG for shared links, with its size and alt text. */
export function toSharedPicture(picture: PictureRef, alt: string) {
  const width = findWidth(SHARED_WIDTH, picture);
  const height = Math.round((picture.height * width) / picture.width);
  return { href: getPictureHref(picture, width, "jpg"), alt, width, height };
}

/** Returns the picture with only the thumbnail's width. External pictures and narrow pictures stay unchanged. */
export const toThumbnail = (picture: PictureRef): PictureRef =>
  picture.widths && picture.width > THUMBNAIL_WIDTH ? { ...picture, widths: [THUMBNAIL_WIDTH] } : picture;

const findWidth = (maxWidth: number, { width, widths = [width] }: PictureRef): number =>
  widths.findLast((offered) => offered <= maxWidth) ?? width;

/** Returns the URL of a product's picture (D23). A relative address becomes a path below /uploads/. */
export function resolveImage(address: string): string {
  if (isAbsoluteAddress(address)) return address;
  return `/uploads/${address.replace(/^(?:\.\/)+/, "")}`;
}

/** True if the URL is absolute, a `data:` URL, or starts with a slash (D23). */
export const isAbsoluteAddress = (address: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address);
