import { useId, useState, useSyncExternalStore } from "react";
import { readStored, writeStored } from "#client/storage.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import type { Product } from "../../product.ts";
import { countPieces } from "../../footprint.ts";
import { isRound } from "../../shape.ts";
import { formatSize, toCentimetres } from "../../sizes.ts";
import { useIsolatedPiece } from "../isolated-piece.ts";
import styles from "./true-size.module.css";

interface TrueSizeProps {
  product: Pick<Product, "title" | "subcategory" | "size" | "images">;
  open: boolean;
  onClose: () => void;
}

/** A piece as large as it is, by its photograph from above or its outline, on a screen whose scale was set once with a bank card. */
export function TrueSize({ product, open, onClose }: TrueSizeProps) {
  const [scale, setScale] = useState(readScale);
  const [isSetting, setSetting] = useState(scale === null);
  const screen = useScreen();
  const isNarrow = screen.width < 600;
  const save = (pixelsPerMm: number) => {
    writeStored(SCALE_KEY, String(pixelsPerMm * screen.density));
    setScale(pixelsPerMm * screen.density);
    setSetting(false);
  };
  const pixelsPerMm = scale === null ? guessScale(isNarrow) : clampScale(scale / screen.density);
  return (
    <Dialog
      title={isSetting ? "First, a bank card" : "At true size"}
      size={isNarrow ? "tall" : "wide"}
      open={open}
      onClose={onClose}
    >
      {isSetting ? (
        <CardFit first={pixelsPerMm} isNarrow={isNarrow} onFit={save} />
      ) : (
        <Piece
          product={product}
          pixelsPerMm={pixelsPerMm}
          windowWidth={screen.width}
          onReset={() => setSetting(true)}
        />
      )}
    </Dialog>
  );
}

/** ISO/IEC 7810 ID-1, in millimetres: every bank card, driving licence and Aadhaar card. */
const CARD = { long: 85.6, short: 53.98, corner: 3.18 };

interface CardFitProps {
  /** The start of the outline, in CSS pixels for each millimetre. */
  first: number;
  /** The card is held upright: it is broader than the screen. */
  isNarrow: boolean;
  onFit: (pixelsPerMm: number) => void;
}

function CardFit({ first, isNarrow, onFit }: CardFitProps) {
  const [pixelsPerMm, setPixelsPerMm] = useState(first);
  const hint = useId();
  const [width, height] = isNarrow ? [CARD.short, CARD.long] : [CARD.long, CARD.short];
  const change = (by: number) => setPixelsPerMm(clampScale(pixelsPerMm + by));
  return (
    <div className={styles.fit}>
      <p id={hint} className={styles.words}>
        Hold a bank card against the screen{isNarrow && ", upright"}. Move the slider until the outline is
        exactly as large as the card. This screen remembers it.
      </p>
      <svg
        className={styles.card}
        width={width * pixelsPerMm}
        height={height * pixelsPerMm}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
      >
        <rect x={0.3} y={0.3} width={width - 0.6} height={height - 0.6} rx={CARD.corner} />
        <path d={isNarrow ? "M14 0v85.6" : "M0 14h85.6"} />
      </svg>
      <div className={styles.slider}>
        <Button variant="secondary" aria-label="Smaller" onClick={() => change(-STEP)}>
          −
        </Button>
        <input
          type="range"
          aria-label="Size of the outline"
          aria-describedby={hint}
          aria-valuetext={`${Math.round(width * pixelsPerMm)} pixels wide`}
          min={LEAST}
          max={MOST}
          step={STEP}
          value={pixelsPerMm}
          onChange={(event) => setPixelsPerMm(Number(event.target.value))}
          data-initial-focus=""
        />
        <Button variant="secondary" aria-label="Larger" onClick={() => change(STEP)}>
          +
        </Button>
      </div>
      <Button onClick={() => onFit(pixelsPerMm)}>It fits</Button>
    </div>
  );
}

/** Familiar things to compare with; diameters in millimetres. */
const companions = {
  roti: { name: "Roti", words: "a roti of 18 cm", across: 180 },
  thali: { name: "Thali", words: "a thali of 30 cm", across: 300 },
  tumbler: { name: "Tumbler", words: "a steel tumbler, 7.5 cm across", across: 75 },
} as const;

type Companion = keyof typeof companions;

interface PieceProps {
  product: TrueSizeProps["product"];
  pixelsPerMm: number;
  /** Width of the window, in CSS pixels. */
  windowWidth: number;
  onReset: () => void;
}

function Piece({ product, pixelsPerMm, windowWidth, onReset }: PieceProps) {
  const [companion, setCompanion] = useState<Companion>("roti");
  const [at, setAt] = useState(0);
  const sizes = product.size.filter(({ L, B }) => L > 0 && B > 0);
  const size = sizes[at] ?? sizes[0];
  const isOne = countPieces(product.title) === 1;
  const photograph = useIsolatedPiece(
    isOne ? product.images[1]?.picture : null,
    size && size.L / size.B,
    "alone",
  );
  if (!size) return null;
  const { words, across } = companions[companion];
  const [length, breadth] = [toCentimetres(size.L) * 10, toCentimetres(size.B) * 10];
  const isBeside = (length + GAP * 3 + across) * pixelsPerMm < windowWidth - DIALOG_MARGIN;
  const inwards = isBeside ? 0 : INWARDS;
  const width = GAP * 2 + (isBeside ? length + GAP + across : Math.max(length, inwards + across));
  const height = GAP * 2 + Math.max(breadth, inwards + across);
  const isTooLarge = width * pixelsPerMm > windowWidth - DIALOG_MARGIN;
  return (
    <div className={styles.piece}>
      <div className={styles.choices}>
        {sizes.length > 1 && (
          <Chips
            legend="Size"
            options={sizes.map((each) => [formatSize(each), toCentimetres(each.L) + " cm"] as const)}
            chosen={formatSize(size)}
            onChoose={(text) => setAt(sizes.findIndex((each) => formatSize(each) === text))}
          />
        )}
        <Chips
          legend="Beside it"
          options={Object.entries(companions).map(([key, { name }]) => [key, name] as const)}
          chosen={companion}
          onChoose={(key) => setCompanion(key as Companion)}
        />
        <Button variant="quiet" onClick={onReset}>
          Set the scale again
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the arrow keys must reach it */}
      <div className={styles.stage} role="region" aria-label="The piece at true size" tabIndex={0}>
        <svg
          width={width * pixelsPerMm}
          height={height * pixelsPerMm}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
        >
          <g transform={`translate(${GAP} ${GAP})`} data-pictured={photograph !== null || undefined}>
            {isRound(size, product) ? (
              <ellipse
                className={styles.outline}
                cx={length / 2}
                cy={breadth / 2}
                rx={length / 2}
                ry={breadth / 2}
              />
            ) : (
              <rect
                className={styles.outline}
                width={length}
                height={breadth}
                rx={Math.min(length, breadth) / 20}
              />
            )}
            {photograph && (
              <image href={photograph.href} width={length} height={breadth} preserveAspectRatio="none" />
            )}
            <path className={styles.ruler} d={drawRuler(length)} />
            <Round
              what={companion}
              x={(isBeside ? length + GAP : inwards) + across / 2}
              y={isBeside ? Math.max(breadth, across) - across / 2 : inwards + across / 2}
            />
          </g>
        </svg>
      </div>
      <p className={styles.words}>
        {formatSize(size)}, seen from above, {isBeside ? "beside" : "with"} {words}
        {isBeside ? "." : " on it."} The marks at the top are centimetres.
        {isTooLarge && " It is larger than your screen: drag it, or use the arrow keys."}
      </p>
    </div>
  );
}

function Round({ what, x, y }: { what: Companion; x: number; y: number }) {
  const radius = companions[what].across / 2;
  return (
    <g transform={`translate(${x} ${y})`} className={styles[what]}>
      <radialGradient id="roti">
        <stop offset=".7" className={styles.dough} />
        <stop offset="1" className={styles.crust} />
      </radialGradient>
      <circle r={radius} />
      {what === "roti" ? (
        SPOTS.map(([turn, out, r]) => (
          <circle
            key={turn}
            className={styles.spot}
            cx={Math.cos(turn) * out * radius}
            cy={Math.sin(turn) * out * radius}
            r={r}
          />
        ))
      ) : (
        <circle r={radius * 0.9} />
      )}
    </g>
  );
}

/** The marks a tava leaves on a roti: angle, distance from the middle, radius in millimetres. */
const SPOTS = [
  [0.3, 0.55, 5],
  [0.9, 0.78, 3],
  [1.2, 0.3, 4],
  [1.7, 0.6, 2],
  [2.1, 0.66, 5],
  [2.6, 0.2, 2],
  [2.9, 0.42, 6],
  [3.4, 0.82, 2],
  [3.8, 0.7, 4],
  [4.2, 0.5, 2],
  [4.5, 0.35, 5],
  [5.3, 0.62, 6],
  [5.7, 0.84, 3],
  [6, 0.16, 3],
] as const;

/** A mark for each centimetre, a longer one for every fifth. */
const drawRuler = (length: number): string =>
  Array.from(
    { length: Math.floor(length / 10) + 1 },
    (_, cm) => `M${cm * 10} -3v${cm % 5 === 0 ? -5 : -2.5}`,
  ).join("");

interface ChipsProps {
  legend: string;
  /** Values with their texts. */
  options: readonly (readonly [string, string])[];
  chosen: string;
  onChoose: (value: string) => void;
}

function Chips({ legend, options, chosen, onChoose }: ChipsProps) {
  const name = useId();
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(([value, text]) => (
        <label key={value} className={styles.chip}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

/** How far what lies on the piece is from its corner, in millimetres. */
const INWARDS = 18;

/** Around the outline, and between it and what lies beside it, in millimetres. */
const GAP = 12;

/** The space a dialog leaves at the window's edges, in CSS pixels. */
const DIALOG_MARGIN = 96;

/** Device pixels for each millimetre: that stays the same when the page is zoomed. */
const SCALE_KEY = "screen-scale";

/** CSS pixels for each millimetre, from a projector to a small phone, and one press of a button. */
const [LEAST, MOST, STEP] = [1.5, 9, 0.02];

const clampScale = (pixelsPerMm: number): number => Math.min(MOST, Math.max(LEAST, pixelsPerMm));

/** A phone has about 160 pixels for an inch, other screens 96. */
const guessScale = (isPhone: boolean): number => (isPhone ? 6 : 3.78);

function readScale(): number | null {
  const scale = Number(readStored(SCALE_KEY));
  return scale > 0 && Number.isFinite(scale) ? scale : null;
}

/** Width of the window and device pixels for each CSS pixel; both change with a zoom. */
function useScreen(): { width: number; density: number } {
  const text = useSyncExternalStore(
    (changed) => {
      window.addEventListener("resize", changed);
      return () => window.removeEventListener("resize", changed);
    },
    () => `${Math.min(window.innerWidth, 1176)} ${window.devicePixelRatio || 1}`,
  );
  const [width = 0, density = 1] = text.split(" ").map(Number);
  return { width, density };
}
