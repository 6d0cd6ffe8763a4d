/** A picture is stored in these widths, in pixels. No copy is wider than its original. */
export const WIDTHS = [320, 480, 640, 960, 1200, 1600, 2000];

/** The width of gallery thumbnails in pixels: 88 CSS pixels on a screen with a pixel ratio of 2. */
export const THUMBNAIL_WIDTH = 176;

/** The largest width and height in pixels of a picture that shows only the cut-out product. */
export const PIECE_WIDTH = 480;

/** Returns the widths in which a picture is stored, ascending. `masterWidth` is the width of the original. */
export function listWidths(masterWidth: number): number[] {
  const widest = Math.min(masterWidth, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < widest), widest];
}
