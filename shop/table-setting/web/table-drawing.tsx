import { type KeyboardEvent, type PointerEvent, type Ref, useEffect, useRef, useState } from "react";
import { getPictureHref } from "#contract/picture.ts";
import type { ProductCard } from "#shop/catalogue/card.ts";
import { isRound } from "#shop/catalogue/shape.ts";
import { PIECE_WIDTH } from "#shop/media/picture-sizes.ts";
import {
  type Footprint,
  type LaidPiece,
  type PartySize,
  countPieces,
  getCloth,
  getFootprint,
} from "../lay-table.ts";
import styles from "./table-drawing.module.css";

/** Where a piece is moved to or by, in centimetres, or that it is taken away. */
export type Move = { to: { x: number; y: number } } | { x: number; y: number } | { remove: true };

interface TableDrawingProps {
  ref: Ref<SVGSVGElement>;
  pieces: readonly LaidPiece[];
  products: ReadonlyMap<string, ProductCard>;
  people: PartySize;
  /** The long side goes down, as a phone is held. */
  upright: boolean;
  chosen: number | null;
  onChoose: (index: number | null) => void;
  onMove: (index: number, by: Move) => void;
}

/** The table from above, a unit for each centimetre. Pieces are dragged, or moved by keys. */
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
        className={styles.cloth}
        role="group"
        aria-label={`The table from above, for ${people}`}
      >
        <defs>
          <pattern id="weave" width="1.2" height="1.2" patternUnits="userSpaceOnUse">
            <path d="M0 .3H1.2M0 .9H1.2" className={styles.thread} />
            <path d="M.3 0V1.2M.9 0V1.2" className={styles.thread} />
          </pattern>
        </defs>
        <g ref={table} transform={upright ? `translate(${depth} 0) rotate(90)` : undefined}>
          <rect width={width} height={depth} className={styles.ground} />
          <rect width={width} height={depth} fill="url(#weave)" />
          <rect x="2.5" y="2.5" width={width - 5} height={depth - 5} className={styles.hem} />
          {seats.map(({ x, far }) => (
            <Seat key={`${x} ${far}`} x={x} far={far} depth={depth} />
          ))}
          {pieces.map((piece, index) => {
            const product = products.get(piece.productId);
            const footprint = product && getFootprint(product);
            return (
              footprint && (
                <Piece
                  // oxlint-disable-next-line react/no-array-index-key -- a piece is its place in the address
                  key={`${index} ${piece.productId}`}
                  piece={piece}
                  product={product}
                  footprint={footprint}
                  isChosen={chosen === index}
                  onChoose={() => onChoose(index)}
                  onMove={(by) => onMove(index, by)}
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

/** A napkin, and a tumbler of steel: they show the size, and that somebody sits here. */
const Seat = ({ x, far, depth }: { x: number; far: boolean; depth: number }) => (
  <g transform={far ? `translate(${x} 0) rotate(180)` : `translate(${x} ${depth})`} className={styles.seat}>
    <rect x="-28" y="-32" width="9" height="22" rx=".6" className={styles.napkin} />
    <path d="M-25 -32V-10" className={styles.fold} />
    <circle cx="20" cy="-41" r="3.7" className={styles.tumbler} />
    <circle cx="20" cy="-41" r="2.9" className={styles.water} />
  </g>
);

interface PieceProps {
  piece: LaidPiece;
  product: ProductCard;
  footprint: Footprint;
  isChosen: boolean;
  onChoose: () => void;
  onMove: (by: Move) => void;
  drag: ReturnType<ReturnType<typeof useDrag>>;
}

function Piece({ piece, product, footprint, isChosen, onChoose, onMove, drag }: PieceProps) {
  const { length, breadth } = footprint;
  const href = useIsolatedPiece(product, footprint);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 2;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ];
    if (by) onMove({ x: by[0] ?? 0, y: by[1] ?? 0 });
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
        x={-length / 2 - 1.5}
        y={-breadth / 2 - 1.5}
        width={length + 3}
        height={breadth + 3}
        rx={product.size[0] && isRound(product.size[0], product) ? breadth / 2 + 1.5 : 2}
        className={styles.mark}
      />
      {href === null ? (
        <Shape product={product} footprint={footprint} />
      ) : (
        <image
          href={href}
          x={-length / 2}
          y={-breadth / 2}
          width={length}
          height={breadth}
          preserveAspectRatio={countPieces(product.title) > 1 ? "xMidYMid meet" : "none"}
        />
      )}
    </g>
  );
}

/** A plain piece of its wood, until the photograph is there or where it shows no piece from above. */
const Shape = ({ product, footprint: { length, breadth } }: Pick<PieceProps, "product" | "footprint">) =>
  product.size[0] && isRound(product.size[0], product) ? (
    <ellipse rx={length / 2} ry={breadth / 2} className={styles.shape} />
  ) : (
    <rect
      x={-length / 2}
      y={-breadth / 2}
      width={length}
      height={breadth}
      rx="1.5"
      className={styles.shape}
    />
  );

/** How far the proportions of a photograph may be from those of the piece: more, and it is seen from the side. */
const MOST_ASKEW = 1.3;

/** The address of the piece's photograph from above without its ground, once it is loaded; null where there is none. */
function useIsolatedPiece(product: ProductCard, { length, breadth }: Footprint): string | null {
  const picture = product.images[1]?.picture;
  const wanted = picture && getPictureHref(picture, PIECE_WIDTH, "piece");
  const isSet = countPieces(product.title) > 1;
  const [loaded, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const image = new Image();
    image.addEventListener("load", () => {
      const askew = image.naturalWidth / image.naturalHeight / (length / breadth);
      if (image.naturalWidth > 1 && (isSet || Math.max(askew, 1 / askew) < MOST_ASKEW)) setLoaded(wanted);
    });
    image.src = wanted;
  }, [wanted, length, breadth, isSet]);
  return loaded !== null && loaded === wanted ? loaded : null;
}

/** Drags pieces with mouse, pen or finger; positions are those of the table, however it lies. */
function useDrag(table: { current: SVGGElement | null }, onMove: TableDrawingProps["onMove"]) {
  const grip = useRef<{ index: number; x: number; y: number } | null>(null);
  const locate = ({ clientX, clientY }: PointerEvent) =>
    new DOMPoint(clientX, clientY).matrixTransform(table.current?.getScreenCTM()?.inverse());
  return (index: number, piece: LaidPiece) => ({
    onPointerDown(event: PointerEvent<SVGGElement>) {
      const at = locate(event);
      grip.current = { index, x: piece.x - at.x, y: piece.y - at.y };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<SVGGElement>) {
      const { current } = grip;
      if (current?.index !== index) return;
      const at = locate(event);
      const to = { x: Math.round(at.x + current.x), y: Math.round(at.y + current.y) };
      if (to.x !== piece.x || to.y !== piece.y) onMove(index, { to });
    },
    onPointerUp() {
      grip.current = null;
    },
    onPointerCancel() {
      grip.current = null;
    },
  });
}
