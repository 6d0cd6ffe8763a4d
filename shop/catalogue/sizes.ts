import type { Product, Size } from "./product.ts";

const CM_PER_INCH = 2.54;

/** Returns all sizes of a product on one line: `45.7 × 30.5 cm, 6.4 cm high` (D21). */
export const describeSizes = (sizes: readonly Size[]): string =>
  sizes.map((size) => formatParts(size).join(", ")).join("; ");

/** Returns `36 × 23 cm`, `30 cm across` or `3 sizes`, in whole centimetres. Null if the size is unknown. */
export function formatShortSize(sizes: readonly Size[]): string | null {
  const [size] = sizes;
  if (!size) return null;
  if (sizes.length > 1) return `${sizes.length} sizes`;
  const [length, breadth] = [size.L, size.B].map((inches) => Math.round(inches * CM_PER_INCH));
  return length === breadth ? `${length} cm across` : `${length} × ${breadth} cm`;
}

/** Returns length, breadth and height for the specifications (§2.6), each with its name and in both units. */
export const listMeasures = ({ L, B, H }: Size): { name: string; text: string }[] => [
  { name: "Length", text: measure(L) },
  { name: "Breadth", text: measure(B) },
  { name: "Height", text: measure(H) },
];

/** Converts inches to centimetres, rounded to the millimetre. */
export const toCentimetres = (inches: number): number => Math.round(inches * CM_PER_INCH * 10) / 10;

const measure = (inches: number): string =>
  `${formatNumber(toCentimetres(inches))} cm (${formatNumber(inches)} in)`;

const formatNumber = (number: number): string => String(Math.round(number * 100) / 100);

export const SIZE_DRAWINGS = "/size-drawings/";

export const MAX_DRAWN = 4;

export const getDrawingHref = (ids: readonly string[]): string =>
  `${SIZE_DRAWINGS}${ids.map(encodeURIComponent).join(",")}.svg`;

export const references = [
  { name: "Hand", across: 10, high: 18, measure: "18 cm" },
  { name: "Roti", across: 18, high: 18, measure: "18 cm" },
  { name: "Tumbler", across: 7.5, high: 10, measure: "10 cm" },
] as const;

export const hasFootprint = ({ L, B }: Pick<Size, "L" | "B">): boolean => L > 0 && B > 0;

/** Returns `45.7 × 30.5 cm` or `30.5 cm across`, then `2.5 cm high` if the height is known. */
export function formatParts({ L, B, H }: Size): string[] {
  const [length, breadth, height] = [L, B, H].map((inches) => formatNumber(toCentimetres(inches)));
  const across = length === breadth ? `${length} cm across` : `${length} × ${breadth} cm`;
  return H > 0 ? [across, `${height} cm high`] : [across];
}

export function describeDrawing(products: readonly Pick<Product, "title" | "size">[]): string {
  const drawn = products.flatMap(({ title, size }) => {
    const sizes = size.filter(hasFootprint).map((each) => formatParts(each).join(", "));
    const drawnSizes = products.length === 1 ? sizes.slice(0, MAX_DRAWN) : sizes.slice(0, 1);
    return drawnSizes.length > 0 ? [`${title}: ${drawnSizes.join(" or ")}`] : [];
  });
  return `${drawn.join("; ")}. Drawn to scale beside a hand (18 cm), a roti (18 cm across) and a tumbler (10 cm high)`;
}
