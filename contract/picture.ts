/**
 * A picture that the shop serves. With `widths`, `src` is a pattern with `{w}` and `{f}`
 * (`/pictures/products/acacia-everyday-bowl-1.a1b2c3d4.{w}.{f}`); without, it is an ordinary URL. `width` and `height`
 * are those of the master in pixels; `placeholder` is a tiny `data:` URI.
 */
export interface PictureRef {
  src: string;
  width: number;
  height: number;
  placeholder?: string;
  widths?: number[];
}

export type PictureFormat = "avif" | "webp" | "jpg";

/**
 * The piece of a picture without its background, as WebP. Used for pieces photographed from above. If the picture does
 * not show a single piece on a plain background, it is one empty pixel.
 */
export type VariantFormat = PictureFormat | "piece";

/** Returns the URL of a picture in one width and format; an ordinary picture has only one. */
export const getPictureHref = (picture: PictureRef, width: number, format: VariantFormat): string =>
  picture.src.replace("{w}", String(width)).replace("{f}", format);

/** Returns the `srcset` of a picture in one format, narrowest first; empty for an ordinary picture. */
export const buildSrcSet = (picture: PictureRef, format: PictureFormat): string =>
  (picture.widths ?? []).map((width) => `${getPictureHref(picture, width, format)} ${width}w`).join(", ");

/** Returns the URL of the middle width, for clients without `srcset`. */
export const getMiddleHref = (picture: PictureRef, format: PictureFormat): string => {
  const widths = picture.widths ?? [];
  return getPictureHref(picture, widths[Math.floor(widths.length / 2)] ?? picture.width, format);
};

/** Returns the picture without variants wider than `widest` pixels. The narrowest is always kept. */
export const narrowPicture = ({ widths, ...picture }: PictureRef, widest: number): PictureRef => ({
  ...picture,
  ...(widths && { widths: widths.filter((width, index) => width <= widest || index === 0) }),
});
