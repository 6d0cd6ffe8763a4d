/** The widths of picture variants, in pixels. No variant is wider than its original. */
export const WIDTHS = [320, 480, 640, 960, 1200, 1600, 2000];

/** The width of gallery thumbnails, in pixels: 88 CSS pixels on a screen with a pixel ratio of 2. */
export const THUMBNAIL_WIDTH = 176;

/** The maximum width and height of a picture that shows only a cut-out product, in pixels. */
export const PIECE_WIDTH = 480;

/** Returns the widths of a picture's variants, ascending. `masterWidth` is the width of the original. */
export function listWidths(masterWidth: number): number[] {
  const widest = Math.min(masterWidth, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < widest), widest];
}
