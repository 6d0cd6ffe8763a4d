/**
 * A picture that the shop serves. If `widths` is set, `src` contains the placeholders `{w}` (width) and `{f}` (format):
 * `/pictures/products/acacia-everyday-bowl-1.a1b2c3d4.{w}.{f}`. `width` and `height` are the size of the original in
 * pixels. `placeholder` is a tiny `data:` URI.
 */
export interface PictureRef {
  src: string;
  width: number;
  height: number;
  placeholder?: string;
  widths?: number[];
}

export type PictureFormat = "avif" | "webp" | "jpg";

/** `piece`: a WebP cutout of a product photographed from above, or a transparent pixel if no cutout is possible. */
export type VariantFormat = PictureFormat | "piece";

/** Returns the URL of a picture in this width and format. A picture without `widths` has only one URL. */
export const getPictureHref = (picture: PictureRef, width: number, format: VariantFormat): string =>
  picture.src.replace("{w}", String(width)).replace("{f}", format);

/** Returns the `srcset` of a picture in one format, narrowest first. */
export const buildSrcSet = (picture: PictureRef, format: PictureFormat): string =>
  (picture.widths ?? []).map((width) => `${getPictureHref(picture, width, format)} ${width}w`).join(", ");

/** Returns the URL of the picture in a medium width, for clients that do not support `srcset`. */
export const getMiddleHref = (picture: PictureRef, format: PictureFormat): string => {
  const widths = picture.widths ?? [];
  return getPictureHref(picture, widths[Math.floor(widths.length / 2)] ?? picture.width, format);
};

/** Returns the picture without the widths above `widest` pixels. Always keeps the narrowest width. */
export const narrowPicture = ({ widths, ...picture }: PictureRef, widest: number): PictureRef => ({
  ...picture,
  ...(widths && { widths: widths.filter((width, index) => width <= widest || index === 0) }),
});
