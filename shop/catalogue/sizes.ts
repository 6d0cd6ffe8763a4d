import type { Product, Size } from "./product.ts";

const CM_PER_INCH = 2.54;

/** `45.7 × 30.5 × 6.4 cm (18 × 12 × 2.5 in)`: length × breadth × height. */
const formatSize = (size: Size): string => `${formatCentimetres(size)} (${formatInches(size)})`;

/** All sizes of a product in one line (D21). */
export const formatSizes = (sizes: readonly Size[]): string => sizes.map(formatSize).join(", ");

/** `18 × 12 × 2.5 in`. */
const formatInches = ({ L, B, H }: Size): string => `${[L, B, H].map(formatNumber).join(" × ")} in`;

/** `45.7 × 30.5 × 6.4 cm`, rounded to the millimetre. */
const formatCentimetres = ({ L, B, H }: Size): string =>
  `${[L, B, H].map((inches) => formatNumber(toCentimetres(inches))).join(" × ")} cm`;

/** Formats all sizes of a product: `45.7 × 30.5 cm, 6.4 cm high`, `30.5 cm across, 2.5 cm high`. */
export const describeSizes = (sizes: readonly Size[]): string =>
  sizes.map((size) => formatParts(size).join(", ")).join("; ");

/** Formats the size of a product in a list, in whole centimetres: `36 × 23 cm`, `30 cm across`, `3 sizes`. */
export function formatShortSize(sizes: readonly Size[]): string | null {
  const [size] = sizes;
  if (!size) return null;
  if (sizes.length > 1) return `${sizes.length} sizes`;
  const [length, breadth] = [size.L, size.B].map((inches) => Math.round(inches * CM_PER_INCH));
  return length === breadth ? `${length} cm across` : `${length} × ${breadth} cm`;
}

/** Lists the three measures of the specifications (§2.6), each with its name and both units. */
export const listMeasures = ({
  L,
  B,
  H,
}: Size): { name: "Length" | "Breadth" | "Height"; text: string }[] => [
  { name: "Length", text: measure(L) },
  { name: "Breadth", text: measure(B) },
  { name: "Height", text: measure(H) },
];

/** Converts inches to centimetres, rounded to the millimetre. */
export const toCentimetres = (inches: number): number => Math.round(inches * CM_PER_INCH * 10) / 10;

const measure = (inches: number): string =>
  `${formatNumber(toCentimetres(inches))} cm (${formatNumber(inches)} in)`;

/** Formats with at most two decimals and no trailing zeros: 2.50 → 2.5, 18.0 → 18. */
const formatNumber = (number: number): string => String(Math.round(number * 100) / 100);

/** The folder of the drawings of pieces to scale. */
export const SIZE_DRAWINGS = "/size-drawings/";

/** Maximum number of pieces in one drawing. */
export const MAX_DRAWN = 4;

/** The URL of the drawing of these products, by their ids. */
export const getDrawingHref = (ids: readonly string[]): string =>
  `${SIZE_DRAWINGS}${ids.map(encodeURIComponent).join(",")}.svg`;

/** Objects in every drawing for comparison, in centimetres. */
export const references = [
  { name: "Hand", across: 10, high: 18, measure: "18 cm" },
  { name: "Roti", across: 18, high: 18, measure: "18 cm" },
  { name: "Tumbler", across: 7.5, high: 10, measure: "10 cm" },
] as const;

/** True if length and breadth are known, so that the piece can be drawn. */
export const hasFootprint = ({ L, B }: Pick<Size, "L" | "B">): boolean => L > 0 && B > 0;

/** The measures of a piece in two parts: `45.7 × 30.5 cm` or `30.5 cm across`, and `2.5 cm high`. */
export function formatParts({ L, B, H }: Size): string[] {
  const [length, breadth, height] = [L, B, H].map((inches) => formatNumber(toCentimetres(inches)));
  const across = length === breadth ? `${length} cm across` : `${length} × ${breadth} cm`;
  return H > 0 ? [across, `${height} cm high`] : [across];
}

/** Describes the drawing of these products as text. */
export function describeDrawing(products: readonly Pick<Product, "title" | "size">[]): string {
  const drawn = products.flatMap(({ title, size }) => {
    const sizes = size.filter(hasFootprint).map((each) => formatParts(each).join(", "));
    const drawnSizes = products.length === 1 ? sizes.slice(0, MAX_DRAWN) : sizes.slice(0, 1);
    return drawnSizes.length > 0 ? [`${title}: ${drawnSizes.join(" or ")}`] : [];
  });
  return `${drawn.join("; ")}; a hand is 18 cm, a roti 18 cm across, a tumbler 10 cm high`;
}
