import type { Size } from "../../product.ts";
import { isRound, type Shaped } from "../../shape.ts";
import { DINNER_PLATE_CM, formatFootprint, toCentimetres } from "../../sizes.ts";
import styles from "./size-drawing.module.css";

interface ScalePlanProps {
  size: Size;
  product: Shaped;
}

/** A piece from above beside a dinner plate, to scale. Its caption says all of it in a sentence. */
export function ScalePlan({ size, product }: ScalePlanProps) {
  const { height, piece, plate } = scaleDrawing(size, product);
  const { length, breadth } = formatFootprint(size);
  const [right, ground] = [piece.x + piece.width, piece.y + piece.height];
  const below = ground + 2.5;
  const beside = piece.x - 2.5;
  const middle = piece.y + piece.height / 2;
  return (
    <svg
      viewBox={`0 0 ${DRAWING_WIDTH} ${height}`}
      fontSize={3.4}
      className={styles.drawing}
      aria-hidden="true"
    >
      <Piece piece={piece} />
      <circle className={styles.plate} cx={plate.x} cy={plate.y} r={plate.radius} />
      <circle className={styles.plate} cx={plate.x} cy={plate.y} r={plate.radius * 0.68} />
      <path
        className={styles.measure}
        d={`M${piece.x} ${below}H${right}M${piece.x} ${below - 1}v2M${right} ${below - 1}v2`}
      />
      <path
        className={styles.measure}
        d={`M${beside} ${piece.y}V${ground}M${beside - 1} ${piece.y}h2M${beside - 1} ${ground}h2`}
      />
      <text className={styles.words} x={piece.x + piece.width / 2} y={below + 4.6}>
        {length}
      </text>
      <text
        className={styles.words}
        x={beside - 2}
        y={middle}
        transform={`rotate(-90 ${beside - 2} ${middle})`}
      >
        {breadth}
      </text>
      <text className={styles.words} x={plate.x} y={below + 4.6}>
        plate {DINNER_PLATE_CM} cm
      </text>
    </svg>
  );
}

const Piece = ({ piece }: { piece: ScaleDrawing["piece"] }) =>
  piece.round ? (
    <ellipse
      className={styles.piece}
      cx={piece.x + piece.width / 2}
      cy={piece.y + piece.height / 2}
      rx={piece.width / 2}
      ry={piece.height / 2}
    />
  ) : (
    <rect
      className={styles.piece}
      x={piece.x}
      y={piece.y}
      width={piece.width}
      height={piece.height}
      rx={Math.min(piece.width, piece.height) / 12}
    />
  );

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

/** Length and breadth are inches, and more than none. */
export function scaleDrawing({ L, B }: Pick<Size, "L" | "B">, what: Shaped): ScaleDrawing {
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
