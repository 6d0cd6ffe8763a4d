/** The widths a picture is offered in, in pixels; a master is never blown up beyond its own width. */
export const WIDTHS = [320, 480, 640, 960, 1200, 1600, 2000];

/** Width of the small pictures beside a photograph, in pixels: 88 CSS pixels on a screen with two for each. */
export const THUMBNAIL_WIDTH = 176;

/** The longest side of a piece without its ground, in pixels. */
export const PIECE_WIDTH = 480;

/** The widths a master of this width is offered in, ascending. */
export function listWidths(masterWidth: number): number[] {
  const widest = Math.min(masterWidth, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < widest), widest];
}
