import { useState } from "react";
import { onDemand } from "#client/on-demand.tsx";
import { Button } from "#ui/button.tsx";
import type { Product } from "../../product.ts";
import { isRound, type Shaped } from "../../shape.ts";
import { getFootprint, formatSize, toCentimetres } from "../../sizes.ts";
import styles from "./size-drawing.module.css";

const TrueSize = onDemand(async () => (await import("./true-size.tsx")).TrueSize, { early: false });

/** Id of the section, for links to it. */
export const SIZE_ID = "size";

/** How large it is: in figures, from above beside a dinner plate, to scale, and at true size on the screen. */
export function SizeDrawing({ product }: { product: Pick<Product, "title" | "subcategory" | "size"> }) {
  const [isOpen, setOpen] = useState(false);
  const waiting = TrueSize.useWaiting();
  const drawn = product.size.flatMap((size) => {
    const drawing = scaleDrawing(size, product);
    return drawing ? [{ size, drawing }] : [];
  });
  if (drawn.length === 0) return null;
  return (
    <section id={SIZE_ID} className={styles.sizes}>
      <h2 className={styles.heading}>Size</h2>
      {drawn.map(({ size, drawing }) => (
        <figure key={formatSize(size)} className={styles.figure}>
          <Drawing drawing={drawing} {...getFootprint(size)} />
          <figcaption className={styles.caption}>
            {formatSize(size)}, length × breadth × height. Seen from above, drawn to scale beside a{" "}
            {DINNER_PLATE_CM} cm dinner plate.
          </figcaption>
        </figure>
      ))}
      <Button
        variant="secondary"
        className={styles.trueSize}
        busy={waiting}
        onPointerEnter={TrueSize.fetch}
        onClick={() => setOpen(true)}
      >
        See it at true size
      </Button>
      <TrueSize product={product} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}

interface DrawingProps {
  drawing: ScaleDrawing;
  /** Texts at the two dimension lines. */
  length: string;
  breadth: string;
}

/** The caption says all of it in a sentence. */
const Drawing = ({ drawing: { height, piece, plate }, length, breadth }: DrawingProps) => {
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
};

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

/** Diameter of a dinner plate, for comparison, in centimetres. */
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

/** Null for a piece without a real length and breadth. They are inches. */
export function scaleDrawing({ L, B }: { L: number; B: number }, what: Shaped): ScaleDrawing | null {
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
