/**
 * A picture as the shop serves it. With `widths` the `src` is a pattern holding `{w}` and `{f}`
 * (`/pictures/products/acacia-everyday-bowl-1.a1b2c3d4.{w}.{f}`); without, it is an ordinary address.
 * `width` and `height` are the master's, in pixels; `placeholder` is a tiny `data:` URI.
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
 * A picture's piece without its ground, as WebP: for what is photographed from above. Its edges are those of the piece.
 * Of a picture that shows no single piece on a plain ground it is one empty pixel.
 */
export type VariantFormat = PictureFormat | "piece";

/** The address of one cut of a picture; an ordinary picture has only the one. */
export const getPictureHref = (picture: PictureRef, width: number, format: VariantFormat): string =>
  picture.src.replace("{w}", String(width)).replace("{f}", format);

/** The `srcset` of a picture in one format, narrowest first; empty for an ordinary picture. */
export const buildSrcSet = (picture: PictureRef, format: PictureFormat): string =>
  (picture.widths ?? []).map((width) => `${getPictureHref(picture, width, format)} ${width}w`).join(", ");

/** The address for one who cannot choose: the middle width. */
export const getMiddleHref = (picture: PictureRef, format: PictureFormat): string => {
  const widths = picture.widths ?? [];
  return getPictureHref(picture, widths[Math.floor(widths.length / 2)] ?? picture.width, format);
};

/** The same picture with no variant wider than so many pixels, but for the narrowest. */
export const narrowPicture = ({ widths, ...picture }: PictureRef, widest: number): PictureRef => ({
  ...picture,
  ...(widths && { widths: widths.filter((width, index) => width <= widest || index === 0) }),
});
