import type { Product } from "../product.ts";
import { DINNER_PLATE_CM, DRAWING_WIDTH, type ScaleDrawing, scaleDrawing } from "../scale-drawing.ts";
import { getFootprint, formatSize } from "../sizes.ts";
import styles from "./size-drawing.module.css";

/** How large it is: in figures, and from above beside a dinner plate, to scale. */
export const SizeDrawing = ({ product }: { product: Pick<Product, "title" | "subcategory" | "size"> }) => {
  const drawn = product.size.flatMap((size) => {
    const drawing = scaleDrawing(size, product);
    return drawing ? [{ size, drawing }] : [];
  });
  if (drawn.length === 0) return null;
  return (
    <section className={styles.sizes}>
      <h2 className={styles.heading}>Size</h2>
      {drawn.map(({ size, drawing }) => (
        <figure key={formatSize(size)} className={styles.figure}>
          <Drawing drawing={drawing} {...getFootprint(size)} />
          <figcaption className={styles.caption}>
            {formatSize(size)}, length × breadth × height. Seen from above, drawn to scale beside a dinner
            plate of {DINNER_PLATE_CM} cm.
          </figcaption>
        </figure>
      ))}
    </section>
  );
};

interface DrawingProps {
  drawing: ScaleDrawing;
  /** What is at the two dimension lines. */
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
