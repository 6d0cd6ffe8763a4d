import { type KeyboardEvent, type PointerEvent, type Ref, useEffect, useRef, useState } from "react";
import { getPictureHref, type PictureRef } from "#contract/picture.ts";
import type { ProductCard } from "#shop/catalogue/card.ts";
import { countPieces, type Footprint, getFootprint, isRound } from "#shop/catalogue/shape.ts";
import { classNames } from "#ui/class-names.ts";
import { PIECE_WIDTH } from "#shop/media/picture-sizes.ts";
import { type LaidPiece, type PartySize, PLATE_INWARDS, getCloth } from "../lay-table.ts";
import styles from "./table-drawing.module.css";

interface TableDrawingProps {
  ref: Ref<SVGSVGElement>;
  pieces: readonly LaidPiece[];
  products: ReadonlyMap<string, ProductCard>;
  people: PartySize;
  upright: boolean;
  chosen: number;
  onChoose: (index: number) => void;
  onMove: (index: number, place: Place) => void;
  onRemove: (index: number) => void;
}

type Place = Pick<LaidPiece, "x" | "y">;

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
  onRemove,
}: TableDrawingProps) {
  const { width, depth, seats } = getCloth(people);
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
        <g transform={upright ? `translate(${depth} 0) rotate(90)` : undefined}>
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
                  // oxlint-disable-next-line react/no-array-index-key -- the index identifies the piece
                  key={`${index} ${piece.productId}`}
                  index={index}
                  upright={upright}
                  piece={piece}
                  product={product}
                  footprint={footprint}
                  isChosen={chosen === index}
                  onChoose={() => onChoose(index)}
                  onMove={(place) => onMove(index, place)}
                  onRemove={() => onRemove(index)}
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

/** Draws a seat: a folded napkin with a spoon, and a steel tumbler. They show the scale. */
const Seat = ({ x, far, depth, isTaken }: { x: number; far: boolean; depth: number; isTaken: boolean }) => (
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
  onMove: (place: Place) => void;
  onRemove: () => void;
}

function Piece(props: PieceProps) {
  const { piece, product, footprint, index, upright, isChosen, onChoose, onMove, onRemove } = props;
  const { length, breadth } = footprint;
  const isSet = countPieces(product.title) > 1;
  const photograph = useIsolatedPiece(product.images[1]?.picture, isSet ? undefined : length / breadth);
  const drag = useDrag(piece, onMove);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 2;
    const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ];
    const [right = 0, down = 0] = move ?? [];
    if (move && upright) onMove({ x: piece.x + down, y: piece.y - right });
    else if (move) onMove({ x: piece.x + right, y: piece.y + down });
    else if (event.key === "Delete" || event.key === "Backspace") onRemove();
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
          href={photograph}
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

/** Each round piece is turned by this many degrees more than the one before, so that equal plates look different. */
const GRAIN_TURN = 67;

/** Draws the piece in its wood's colour, until its photograph from above has loaded, or always if there is none. */
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

/** Handles dragging. `onMove` receives positions in the table's coordinates, even if the drawing is rotated. */
function useDrag(piece: LaidPiece, onMove: PieceProps["onMove"]) {
  /** The position of the piece's centre relative to the pointer. Null if the piece is not dragged. */
  const grip = useRef<Place | null>(null);
  const locate = ({ clientX, clientY, currentTarget }: PointerEvent<SVGGElement>) => {
    const table = currentTarget.parentNode as SVGGElement;
    return new DOMPoint(clientX, clientY).matrixTransform(table.getScreenCTM()?.inverse());
  };
  return {
    onPointerDown(event: PointerEvent<SVGGElement>) {
      const at = locate(event);
      grip.current = { x: piece.x - at.x, y: piece.y - at.y };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<SVGGElement>) {
      if (!grip.current) return;
      const at = locate(event);
      const place = { x: Math.round(at.x + grip.current.x), y: Math.round(at.y + grip.current.y) };
      if (place.x !== piece.x || place.y !== piece.y) onMove(place);
    },
    onLostPointerCapture() {
      grip.current = null;
    },
  };
}

/** The maximum factor between photographed and real proportions. Beyond it, the photograph was taken at an angle. */
const MAX_DISTORTION = 1.3;

/** If the piece fills less than this share of the picture, the photograph was taken at an angle. */
const LEAST_FILLED = 0.65;

/**
 * Returns the URL of the photograph without background. Returns null while the photograph loads, if it has no piece
 * or fails to load, or if it was taken at an angle. The angle is not checked for sets, which have no `expected`
 * proportions.
 */
function useIsolatedPiece(picture: PictureRef | undefined, expected: number | undefined): string | null {
  const href = picture?.widths && getPictureHref(picture, PIECE_WIDTH, "piece");
  const [loadedHref, setLoadedHref] = useState<string | null>(null);
  useEffect(() => {
    if (!href) return;
    const image = new Image();
    image.addEventListener("load", () => {
      const distortion = image.naturalWidth / image.naturalHeight / (expected ?? 1);
      const isFromAbove =
        expected === undefined ||
        (Math.max(distortion, 1 / distortion) < MAX_DISTORTION && measureFilled(image) > LEAST_FILLED);
      if (image.naturalWidth > 1 && isFromAbove) setLoadedHref(href);
    });
    image.src = href;
  }, [href, expected]);
  return href && loadedHref === href ? href : null;
}

/** Side length in pixels of the scaled-down copy in which opaque pixels are counted. */
const SAMPLE = 40;

function measureFilled(image: HTMLImageElement): number {
  const canvas = Object.assign(document.createElement("canvas"), { width: SAMPLE, height: SAMPLE });
  const drawing = canvas.getContext("2d");
  if (!drawing) return 1;
  drawing.drawImage(image, 0, 0, SAMPLE, SAMPLE);
  const { data } = drawing.getImageData(0, 0, SAMPLE, SAMPLE);
  return data.filter((value, at) => at % 4 === 3 && value > 127).length / SAMPLE ** 2;
}
