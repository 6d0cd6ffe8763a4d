/** The widths a picture is offered in, in pixels; a master is never blown up beyond its own width. */
export const WIDTHS = [320, 480, 640, 960, 1200, 1600, 2000];

/** The longest side of a piece without its ground, in pixels: among others, and as large as it is. */
export const pieceWidths = { among: 480, alone: 1200 };

/** The widths a master of this width is offered in, ascending. */
export function listWidths(masterWidth: number): number[] {
  const widest = Math.min(masterWidth, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < widest), widest];
}
