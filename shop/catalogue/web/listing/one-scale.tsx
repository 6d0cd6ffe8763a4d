import { type ReactNode, useSyncExternalStore } from "react";
import { links } from "#contract/links.ts";
import { formatCount } from "#contract/text.ts";
import { Dialog } from "#ui/dialog.tsx";
import type { ProductCard } from "../../card.ts";
import type { Size } from "../../product.ts";
import { countPieces, getFootprint } from "../../footprint.ts";
import { getStand } from "../../shape.ts";
import { formatSize, toCentimetres } from "../../sizes.ts";
import { useIsolatedPiece } from "../isolated-piece.ts";
import styles from "./one-scale.module.css";

interface OneScaleProps {
  products: readonly ProductCard[];
  open: boolean;
  onClose: () => void;
}

/** The pieces of a list on one shelf, to one scale beside a steel tumbler; each leads to its page. */
export function OneScale({ products, open, onClose }: OneScaleProps) {
  const pixelsPerCm = usePixelsPerCm();
  const pieces = products.flatMap((product) => {
    const size = product.size.find(({ L, B, H }) => L > 0 && B > 0 && H > 0);
    return size ? [{ product, size }] : [];
  });
  const unknown = products.length - pieces.length;
  return (
    <Dialog title="All at one scale" size="wide" open={open} onClose={onClose}>
      <p className={styles.words}>
        {formatCount(pieces.length, "piece")} on one shelf, beside a steel tumbler of {TUMBLER.H} cm.
        {unknown > 0 && ` We don't have the size of ${formatCount(unknown, "piece")} yet.`}{" "}
        <a href={links.layTheTable} onClick={onClose}>
          See them on a table
        </a>
      </p>
      <ul className={styles.shelf}>
        <li className={styles.place}>
          <span className={styles.stand}>
            <Tumbler pixelsPerCm={pixelsPerCm} />
          </span>
          <span className={styles.label}>A steel tumbler</span>
        </li>
        {pieces.map(({ product, size }) => (
          <li key={product._id} className={styles.place}>
            <a href={links.product(product._id)} className={styles.piece} onClick={onClose}>
              <span className={styles.stand} data-wood={product.materials[0]?.toLowerCase().split(" ")[0]}>
                <Drawing product={product} size={size} pixelsPerCm={pixelsPerCm} />
              </span>
              <span className={styles.label}>{product.title}</span>
              <span className="visually-hidden">, {formatSize(size)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A water tumbler, in centimetres. */
const TUMBLER = { across: 7.5, foot: 6, H: 10 };

const Tumbler = ({ pixelsPerCm }: { pixelsPerCm: number }) => {
  const { across, foot, H } = TUMBLER;
  const inset = (across - foot) / 2;
  return (
    <Canvas width={across} height={H} pixelsPerCm={pixelsPerCm} className={styles.steel}>
      <path d={`M0 .4L${inset} ${H}H${across - inset}L${across} .4z`} />
      <ellipse cx={across / 2} cy={0.5} rx={across / 2} ry={0.5} />
    </Canvas>
  );
};

interface DrawingProps {
  product: ProductCard;
  size: Size;
  pixelsPerCm: number;
}

/**
 * A piece as it stands there: bowls as they were photographed first, flat pieces by their photograph from above, leaning
 * against the wall. Boxes, and pieces without such photographs, are drawn.
 */
function Drawing({ product, size, pixelsPerCm }: DrawingProps) {
  const [length, breadth, tall] = [size.L, size.B, size.H].map(toCentimetres) as [number, number, number];
  const stand = getStand(size, product);
  const isFlat = stand === "disc" || stand === "board";
  const photograph = useIsolatedPiece(
    stand === "box" ? null : product.images[isFlat ? 1 : 0]?.picture,
    isFlat && countPieces(product.title) === 1 ? length / breadth : undefined,
  );
  if (photograph) {
    const width = getFootprint(product)?.length ?? length;
    return (
      <Canvas width={width} height={width / photograph.ratio} pixelsPerCm={pixelsPerCm}>
        <image href={photograph.href} width={width} height={width / photograph.ratio} />
      </Canvas>
    );
  }
  const height = isFlat ? breadth : tall;
  return (
    <Canvas width={length} height={height} pixelsPerCm={pixelsPerCm}>
      {stand === "bowl" && <Bowl width={length} height={height} />}
      {stand === "disc" && (
        <>
          <ellipse cx={length / 2} cy={height / 2} rx={length / 2} ry={height / 2} />
          <ellipse
            className={styles.grain}
            cx={length / 2}
            cy={height / 2}
            rx={length / 2 - RIM_CM}
            ry={height / 2 - RIM_CM}
          />
        </>
      )}
      {(stand === "box" || stand === "board") && (
        <>
          <rect width={length} height={height} rx={Math.min(length, height) / 10} />
          <path className={styles.grain} d={drawGrain(length, height)} />
        </>
      )}
    </Canvas>
  );
}

/** A bowl from the side: the rim, a little from above, and a belly on a narrower foot. */
const Bowl = ({ width, height }: { width: number; height: number }) => {
  const rim = Math.min(height * 0.14, 1.2);
  return (
    <>
      <path
        d={`M0 ${rim}C0 ${height * 0.7} ${width * 0.2} ${height} ${width * 0.34} ${height}H${width * 0.66}C${width * 0.8} ${height} ${width} ${height * 0.7} ${width} ${rim}z`}
      />
      <ellipse className={styles.inside} cx={width / 2} cy={rim} rx={width / 2} ry={rim} />
    </>
  );
};

interface CanvasProps {
  /** In centimetres. */
  width: number;
  height: number;
  pixelsPerCm: number;
  className?: string | undefined;
  children: ReactNode;
}

/** Room around for the outline, in centimetres. */
const EDGE = 0.2;

const Canvas = ({ width, height, pixelsPerCm, className, children }: CanvasProps) => (
  <svg
    width={(width + EDGE * 2) * pixelsPerCm}
    height={(height + EDGE) * pixelsPerCm}
    viewBox={`${-EDGE} ${-EDGE} ${width + EDGE * 2} ${height + EDGE}`}
    className={className}
    aria-hidden="true"
  >
    {children}
  </svg>
);

/** Width of a round piece's rim. */
const RIM_CM = 1.2;

/** Four lines along the wood, each with a slight bend. */
const drawGrain = (width: number, height: number): string =>
  [0.22, 0.42, 0.61, 0.8]
    .map((at, line) => {
      const [y, bend] = [height * at, (line % 2 === 0 ? 1 : -1) * height * 0.05];
      return `M${width * 0.06} ${y}Q${width * 0.5} ${y + bend} ${width * 0.94} ${y}`;
    })
    .join("");

/** CSS pixels for each centimetre: a window shows 90 cm of the shelf on a phone and 180 on a desk. */
function usePixelsPerCm(): number {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener("resize", changed);
      return () => window.removeEventListener("resize", changed);
    },
    () => {
      const available = Math.max(240, Math.min(window.innerWidth - 32, 1080) - 48);
      return available / (available < 600 ? 90 : 180);
    },
  );
}
