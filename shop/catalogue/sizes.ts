import type { Size } from "./product.ts";

const CM_PER_INCH = 2.54;

/** `45.7 × 30.5 × 6.4 cm (18 × 12 × 2.5 in)`: length × breadth × height. */
export const formatSize = (size: Size): string => `${formatCentimetres(size)} (${formatInches(size)})`;

/** All sizes of a product in one line (D21). */
export const formatSizes = (sizes: readonly Size[]): string => sizes.map(formatSize).join(", ");

/** `18 × 12 × 2.5 in`. */
const formatInches = ({ L, B, H }: Size): string => `${[L, B, H].map(formatNumber).join(" × ")} in`;

/** `45.7 × 30.5 × 6.4 cm`, rounded to the millimetre. */
const formatCentimetres = ({ L, B, H }: Size): string =>
  `${[L, B, H].map((inches) => formatNumber(toCentimetres(inches))).join(" × ")} cm`;

/** All sizes of a product in words: `45.7 × 30.5 cm, 6.4 cm high`, `30.5 cm across, 2.5 cm high`. */
export const describeSizes = (sizes: readonly Size[]): string => sizes.map(describeSize).join("; ");

function describeSize({ L, B, H }: Size): string {
  const [length, breadth, height] = [L, B, H].map((inches) => formatNumber(toCentimetres(inches)));
  return `${length === breadth ? `${length} cm across` : `${length} × ${breadth} cm`}, ${height} cm high`;
}

/** The size of a piece in a list, in whole centimetres: `36 × 23 cm`, `30 cm across`, `3 sizes`. */
export function formatShortSize(sizes: readonly Size[]): string | null {
  const [size] = sizes;
  if (!size) return null;
  if (sizes.length > 1) return `${sizes.length} sizes`;
  const [length, breadth] = [size.L, size.B].map((inches) => Math.round(inches * CM_PER_INCH));
  return length === breadth ? `${length} cm across` : `${length} × ${breadth} cm`;
}

/** The three measures of the specifications (§2.6), each with its name and both units. */
export const listMeasures = ({
  L,
  B,
  H,
}: Size): { name: "Length" | "Breadth" | "Height"; text: string }[] => [
  { name: "Length", text: measure(L) },
  { name: "Breadth", text: measure(B) },
  { name: "Height", text: measure(H) },
];

/** Length and breadth for a drawing, metric first: `45.7 cm · 18 in`. */
export const formatFootprint = ({ L, B }: Size): { length: string; breadth: string } => ({
  length: formatBothUnits(L),
  breadth: formatBothUnits(B),
});

/** Centimetres, rounded to the millimetre. */
export const toCentimetres = (inches: number): number => Math.round(inches * CM_PER_INCH * 10) / 10;

const measure = (inches: number): string =>
  `${formatNumber(toCentimetres(inches))} cm (${formatNumber(inches)} in)`;

const formatBothUnits = (inches: number): string =>
  `${formatNumber(toCentimetres(inches))} cm · ${formatNumber(inches)} in`;

/** Formats with at most two decimals and none that are zero: 2.50 → 2.5, 18.0 → 18. */
const formatNumber = (number: number): string => String(Math.round(number * 100) / 100);

/** Diameter of a dinner plate, for comparison, in centimetres. */
export const DINNER_PLATE_CM = 27;
