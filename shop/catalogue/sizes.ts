import type { Size } from "./product.ts";

const CM_PER_INCH = 2.54;

/** `18 × 12 × 2.5 in (45.7 × 30.5 × 6.4 cm)`: length × breadth × height. */
export const sizeText = (size: Size): string => `${inInches(size)} (${inCentimetres(size)})`;

/** All sizes of a product in one line (D21). */
export const sizesText = (sizes: readonly Size[]): string => sizes.map(sizeText).join(", ");

/** `18 × 12 × 2.5 in`. */
const inInches = ({ L, B, H }: Size): string => `${[L, B, H].map(figure).join(" × ")} in`;

/** `45.7 × 30.5 × 6.4 cm`, rounded to the millimetre. */
const inCentimetres = ({ L, B, H }: Size): string =>
  `${[L, B, H].map((inches) => figure(toCentimetres(inches))).join(" × ")} cm`;

/** The three measures of the specifications (§2.6), each with its name and both units. */
export const measuresOf = ({ L, B, H }: Size): { name: "Length" | "Breadth" | "Height"; text: string }[] => [
  { name: "Length", text: measure(L) },
  { name: "Breadth", text: measure(B) },
  { name: "Height", text: measure(H) },
];

/** Length and breadth for a drawing, metric first: `45.7 cm · 18 in`. */
export const footprintOf = ({ L, B }: Size): { length: string; breadth: string } => ({
  length: bothUnits(L),
  breadth: bothUnits(B),
});

/** Centimetres, rounded to the millimetre. */
export const toCentimetres = (inches: number): number => Math.round(inches * CM_PER_INCH * 10) / 10;

const measure = (inches: number): string => `${figure(inches)} in (${figure(toCentimetres(inches))} cm)`;

const bothUnits = (inches: number): string => `${figure(toCentimetres(inches))} cm · ${figure(inches)} in`;

/** At most two decimals and none that are zero: 2.50 → 2.5, 18.0 → 18. */
const figure = (number: number): string => String(Math.round(number * 100) / 100);
