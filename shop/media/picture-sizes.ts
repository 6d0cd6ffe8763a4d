/** The widths of picture variants, in pixels. A picture is never enlarged beyond the width of its original. */
export const WIDTHS = [320, 480, 640, 960, 1200, 1600, 2000];

/** Width of the small pictures beside a photograph, in pixels: 88 CSS pixels on a screen with two for each. */
export const THUMBNAIL_WIDTH = 176;

/** The longest side of a cut-out piece, in pixels. */
export const PIECE_WIDTH = 480;

/** The widths of the variants of an original of this width, ascending. */
export function listWidths(masterWidth: number): number[] {
  const widest = Math.min(masterWidth, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < widest), widest];
}
