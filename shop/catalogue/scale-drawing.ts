import type { Product } from "./product.ts";
import { toCentimetres } from "./sizes.ts";

/** What everyone has in the cupboard: a dinner plate, in centimetres across. */
export const DINNER_PLATE_CM = 27;

/** The drawing is so many units wide, whatever is in it, so that its letters always have one size. */
export const DRAWING_WIDTH = 100;

/** Room around for the dimension lines and their figures, and between the piece and the plate. */
const MARGIN = { start: 9, end: 1, above: 1, below: 8, between: 5 };

/** A piece seen from above beside a dinner plate, both to one scale, in units of the drawing. */
export interface ScaleDrawing {
  height: number;
  piece: { x: number; y: number; width: number; height: number; round: boolean };
  plate: { x: number; y: number; radius: number };
}

type Drawable = Pick<Product, "title" | "subcategory">;

/** Null for a piece without a real length and breadth. They are inches. */
export function scaleDrawing({ L, B }: { L: number; B: number }, what: Drawable): ScaleDrawing | null {
  if (!(L > 0 && B > 0)) return null;
  const [length, breadth] = [toCentimetres(L), toCentimetres(B)];
  const space = DRAWING_WIDTH - MARGIN.start - MARGIN.between - MARGIN.end;
  const scale = space / (length + DINNER_PLATE_CM);
  const ground = MARGIN.above + Math.max(breadth, DINNER_PLATE_CM) * scale;
  const radius = (DINNER_PLATE_CM / 2) * scale;
  return {
    height: ground + MARGIN.below,
    piece: {
      x: MARGIN.start,
      y: ground - breadth * scale,
      width: length * scale,
      height: breadth * scale,
      round: isRound({ L, B }, what),
    },
    plate: { x: DRAWING_WIDTH - MARGIN.end - radius, y: ground - radius, radius },
  };
}

/** Bowls and whatever is as long as it is broad, except the boxes; and what calls itself oval. */
function isRound({ L, B }: { L: number; B: number }, { title, subcategory }: Drawable): boolean {
  if (/caddy|holder/i.test(subcategory)) return false;
  return L === B || /bowl/i.test(subcategory) || /\b(oval|round)\b/i.test(title);
}
