import { type PictureRef, type VariantFormat, getPictureHref } from "#contract/picture.ts";
import { THUMBNAIL_WIDTH, WIDTHS } from "./picture-sizes.ts";

export const VARIANT_FORMATS: readonly VariantFormat[] = ["avif", "webp", "jpg", "piece"];

/** The width of a plain picture URL, if the original is large enough. */
const PLAIN_WIDTH = 960;

/** The width of the picture for shared links and search engines, if the original is large enough. */
const SHARED_WIDTH = 1200;

/** The URL of a JPEG of medium width, which works everywhere. */
export const getPlainHref = (picture: PictureRef): string =>
  getPictureHref(picture, findWidth(PLAIN_WIDTH, picture), "jpg");

/**
 * Returns the narrowest variant of a picture URL from `getPlainHref`, for small thumbnails; other URLs are unchanged.
 */
export const narrowHref = (href: string): string =>
  href.replace(
    /^(\/pictures\/.+\.)(\d+)\.jpg$/,
    (_, stem: string, width: string) => `${stem}${Math.min(Number(width), ...WIDTHS)}.jpg`,
  );

/** The JPEG for shared links, with its dimensions. */
export function toSharedPicture(picture: PictureRef, alt: string) {
  const width = findWidth(SHARED_WIDTH, picture);
  const height = Math.round((picture.height * width) / picture.width);
  return { href: getPictureHref(picture, width, "jpg"), alt, width, height };
}

/** Returns the picture with its thumbnail as the only variant; one that is not the shop's own is unchanged. */
export const toThumbnail = (picture: PictureRef): PictureRef =>
  picture.widths && picture.width > THUMBNAIL_WIDTH ? { ...picture, widths: [THUMBNAIL_WIDTH] } : picture;

const findWidth = (maxWidth: number, { width, widths = [width] }: PictureRef): number =>
  widths.findLast((offered) => offered <= maxWidth) ?? width;

/**
 * Resolves the URL of a product's picture (D23): absolute, `data:` and rooted URLs are unchanged; others are relative
 * to the server's /uploads/ folder.
 */
export function resolveImage(address: string): string {
  if (isAbsoluteAddress(address)) return address;
  return `/uploads/${address.replace(/^(?:\.\/)+/, "")}`;
}

/** True if an image address is absolute, `data:` or rooted, so it needs no prefix (D23). */
export const isAbsoluteAddress = (address: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address);
