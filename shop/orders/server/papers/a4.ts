import { colours } from "#contract/colours.ts";
import { formats } from "./paper-canvas.ts";
import type { Writing } from "./shaped-text.ts";

export const A4 = {
  left: 48,
  right: formats.A4.width - 48,
  top: 46,
  bottom: formats.A4.height - 66,
} as const;

export const { left: LEFT, right: RIGHT } = A4;
export const GAP = 24;
const HALF = (RIGHT - LEFT) / 2;
export const BLOCK = HALF - GAP;
/** Where the right half begins. */
export const MIDDLE = LEFT + HALF + GAP;
export const MARK = 26;
export const LABEL: Writing = { size: 8, colour: colours.bark };
export const SOFT: Writing = { size: 8.5, colour: colours.bark };
