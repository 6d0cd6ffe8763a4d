import { type KeyboardEvent, type PointerEvent, type Ref, useRef } from "react";
import type { ProductCard } from "#shop/catalogue/card.ts";
import { countPieces, type Footprint, getFootprint } from "#shop/catalogue/footprint.ts";
import { isRound } from "#shop/catalogue/shape.ts";
import { classNames } from "#ui/class-names.ts";
import { useIsolatedPiece } from "#shop/catalogue/web/isolated-piece.ts";
import { type LaidPiece, type PartySize, PLATE_INWARDS, getCloth } from "../lay-table.ts";
import styles from "./table-drawing.module.css";

/** A change of a piece: to a new position, by a distance in centimetres, or its removal. */
export type Move = { to: { x: number; y: number } } | { x: number; y: number } | { remove: true };

interface TableDrawingProps {
  ref: Ref<SVGSVGElement>;
  pieces: readonly LaidPiece[];
  products: ReadonlyMap<string, ProductCard>;
  people: PartySize;
  upright: boolean;
  chosen: number;
  onChoose: (index: number) => void;
  onMove: (index: number, move: Move) => void;
}

/** One unit of the drawing is one centimetre. Pieces can be moved by dragging or with the arrow keys. */
export function TableDrawing({
  ref,
  pieces,
  products,
  people,
  upright,
  chosen,
  onChoose,
  onMove,
}: TableDrawingProps) {
  const { width, depth, seats } = getCloth(people);
  const table = useRef<SVGGElement>(null);
  const drag = useDrag(table, onMove);
  return (
    <div className={styles.frame}>
      <svg
        ref={ref}
        viewBox={upright ? `0 0 ${depth} ${width}` : `0 0 ${width} ${depth}`}
        className={classNames(styles.cloth, upright && styles.upright)}
        role="group"
        aria-label={`The table from above, for ${people}`}
      >
        <Textures />
        <g ref={table} transform={upright ? `translate(${depth} 0) rotate(90)` : undefined}>
          <rect width={width} height={depth} className={styles.ground} />
          <rect width={width} height={depth} fill="url(#weave)" />
          <rect x="2.5" y="2.5" width={width - 5} height={depth - 5} className={styles.hem} />
          {seats.map(({ x, far }) => {
            const y = far ? PLATE_INWARDS : depth - PLATE_INWARDS;
            const isTaken = pieces.some((piece) => Math.hypot(piece.x - x, piece.y - y) < PLATE_RADIUS);
            return <Seat key={`${x} ${far}`} x={x} far={far} depth={depth} isTaken={isTaken} />;
          })}
          {pieces.map((piece, index) => {
            const product = products.get(piece.productId);
            const footprint = product && getFootprint(product);
            return (
              footprint && (
                <Piece
                  // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the address
                  key={`${index} ${piece.productId}`}
                  index={index}
                  upright={upright}
                  piece={piece}
                  product={product}
                  footprint={footprint}
                  isChosen={chosen === index}
                  onChoose={() => onChoose(index)}
                  onMove={(change) => onMove(index, change)}
                  drag={drag(index, piece)}
                />
              )
            );
          })}
        </g>
      </svg>
    </div>
  );
}

const Textures = () => (
  <defs>
    <pattern id="weave" width="1.2" height="1.2" patternUnits="userSpaceOnUse">
      <path d="M0 .3H1.2M0 .9H1.2" className={styles.thread} />
      <path d="M.3 0V1.2M.9 0V1.2" className={styles.thread} />
    </pattern>
    <radialGradient id="steel" cx="38%" cy="34%" r="70%">
      <stop offset="0" className={styles.shine} />
      <stop offset=".55" className={styles.steel} />
      <stop offset="1" className={styles.shade} />
    </radialGradient>
    <linearGradient id="cotton">
      <stop offset="0" className={styles.cotton} />
      <stop offset=".48" className={styles.cotton} />
      <stop offset=".5" className={styles.crease} />
      <stop offset=".6" className={styles.cotton} />
    </linearGradient>
  </defs>
);

/** If a piece's centre is this near (in cm) to a seat's plate position, the napkin is drawn beside the piece. */
const PLATE_RADIUS = 15;

interface SeatProps {
  x: number;
  far: boolean;
  depth: number;
  isTaken: boolean;
}

/** Draws a seat: a folded napkin with a spoon, and a steel tumbler. They show the scale. */
const Seat = ({ x, far, depth, isTaken }: SeatProps) => (
  <g transform={far ? `translate(${x} 0) rotate(180)` : `translate(${x} ${depth})`} className={styles.seat}>
    <g transform={isTaken ? undefined : "translate(24 0)"}>
      <rect x="-28.6" y="-31.4" width="10" height="23" rx=".6" className={styles.shadow} />
      <rect x="-29" y="-32" width="10" height="23" rx=".6" fill="url(#cotton)" />
      <path d="M-29 -29.6H-19M-29 -28.8H-19M-29 -12.2H-19M-29 -11.4H-19" className={styles.border} />
      <path d="M-24.3 -24.5L-24.5 -11.5H-23.5L-23.7 -24.5z" fill="url(#steel)" />
      <ellipse cx="-24" cy="-26.8" rx="1.9" ry="2.8" fill="url(#steel)" className={styles.rim} />
    </g>
    <circle cx="20.7" cy="-40.2" r="3.9" className={styles.shadow} />
    <circle cx="20" cy="-41" r="3.7" fill="url(#steel)" className={styles.rim} />
    <circle cx="20" cy="-41" r="3.1" className={styles.water} />
  </g>
);

interface PieceProps {
  piece: LaidPiece;
  product: ProductCard;
  footprint: Footprint;
  index: number;
  upright: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onMove: (move: Move) => void;
  drag: ReturnType<ReturnType<typeof useDrag>>;
}

function Piece(props: PieceProps) {
  const { piece, product, footprint, index, upright, isChosen, onChoose, onMove, drag } = props;
  const { length, breadth } = footprint;
  const isSet = countPieces(product.title) > 1;
  const photograph = useIsolatedPiece(product.images[1]?.picture, isSet ? undefined : length / breadth);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 2;
    const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ];
    const [right = 0, down = 0] = move ?? [];
    if (move) onMove(upright ? { x: down, y: -right } : { x: right, y: down });
    else if (event.key === "Delete" || event.key === "Backspace") onMove({ remove: true });
    else if (event.key === "Enter" || event.key === " ") onChoose();
    else return;
    event.preventDefault();
  };
  return (
    <g
      transform={`translate(${piece.x} ${piece.y})${piece.turned ? " rotate(90)" : ""}`}
      className={styles.piece}
      role="button"
      tabIndex={0}
      aria-label={product.title}
      aria-pressed={isChosen}
      data-wood={product.materials[0]?.toLowerCase().split(" ")[0]}
      onKeyDown={onKeyDown}
      onFocus={onChoose}
      {...drag}
    >
      <rect
        data-selection=""
        x={-length / 2 - 1.5}
        y={-breadth / 2 - 1.5}
        width={length + 3}
        height={breadth + 3}
        rx={product.size[0] && isRound(product.size[0], product) ? breadth / 2 + 1.5 : 2}
        className={styles.mark}
      />
      {photograph === null ? (
        <Shape product={product} footprint={footprint} />
      ) : (
        <image
          href={photograph.href}
          transform={length === breadth && !isSet ? `rotate(${index * GRAIN_TURN})` : undefined}
          x={-length / 2}
          y={-breadth / 2}
          width={length}
          height={breadth}
          preserveAspectRatio={isSet ? "xMidYMid meet" : "none"}
        />
      )}
    </g>
  );
}

/** The angle in degrees between successive round pieces, so that plates of the same product do not look identical. */
const GRAIN_TURN = 67;

/** Draws the piece in its wood's colour, until its photograph from above has loaded, or always if there is none. */
const Shape = ({ product, footprint: { length, breadth } }: Pick<PieceProps, "product" | "footprint">) =>
  product.size[0] && isRound(product.size[0], product) ? (
    <ellipse rx={length / 2} ry={breadth / 2} className={styles.shape} />
  ) : (
    <>
      <rect
        x={-length / 2}
        y={-breadth / 2}
        width={length}
        height={breadth}
        rx="1.5"
        className={styles.shape}
      />
      {product.subcategory === "Tray" && (
        <rect
          x={RIM - length / 2}
          y={RIM - breadth / 2}
          width={length - 2 * RIM}
          height={breadth - 2 * RIM}
          rx="1"
          className={styles.shape}
        />
      )}
    </>
  );

/** The width of a tray's rim in cm. */
const RIM = 1.6;

/** Handles dragging. `onMove` receives positions in the table's coordinates, even if the drawing is rotated. */
function useDrag(table: { current: SVGGElement | null }, onMove: TableDrawingProps["onMove"]) {
  const dragged = useRef<{ index: number; x: number; y: number } | null>(null);
  const locate = ({ clientX, clientY }: PointerEvent) =>
    new DOMPoint(clientX, clientY).matrixTransform(table.current?.getScreenCTM()?.inverse());
  return (index: number, piece: LaidPiece) => ({
    onPointerDown(event: PointerEvent<SVGGElement>) {
      const at = locate(event);
      dragged.current = { index, x: piece.x - at.x, y: piece.y - at.y };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<SVGGElement>) {
      const { current } = dragged;
      if (current?.index !== index) return;
      const at = locate(event);
      const to = { x: Math.round(at.x + current.x), y: Math.round(at.y + current.y) };
      if (to.x !== piece.x || to.y !== piece.y) onMove(index, { to });
    },
    onPointerUp() {
      dragged.current = null;
    },
    onPointerCancel() {
      dragged.current = null;
    },
  });
}
