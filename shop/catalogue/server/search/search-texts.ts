import type { Product, Size } from "../../product.ts";
import { countPieces, isRound, isSearchedAsLong, isSearchedAsRound } from "../../shape.ts";

export interface SearchTexts {
  id: string;
  title: string;
  name: string;
  kind: string;
  materials: string;
  collection: string;
  use: string;
  shape: string;
  description: string;
  /** The area of the product's first size in square inches; 1 for a product without a size. */
  area: number;
  /** The height of the first size in inches; 1 for a product without a size. */
  height: number;
}

export type Measures = Pick<SearchTexts, "area" | "height">;

interface SearchedProduct extends Pick<Product, "title" | "category" | "subcategory" | "materials" | "size"> {
  id: string;
  collection?: string | null | undefined;
  description: string;
  name?: { script?: string | null; meaning?: string | null } | undefined;
}

/**
 * Returns the indexed texts of a product. The meaning of its name is part of the description, which has a low weight,
 * because a board named 'Katori' (bowl) is not a bowl. The size decides whether a product is round or long, because a
 * description may call only a part round, or say `41 cm long`.
 */
export function buildSearchTexts(product: SearchedProduct): SearchTexts {
  const { id, title, subcategory, materials, category, size: sizes, name } = product;
  const pieces = countPieces(title);
  return {
    id,
    title,
    name: name?.script ?? "",
    kind: subcategory,
    materials: materials.join(" "),
    collection: product.collection ?? "",
    use: category,
    shape: [
      ...(isSearchedAsRound(sizes[0], product) ? ["round"] : []),
      ...(isSearchedAsLong(sizes[0]) ? ["long"] : []),
      ...sizes.flatMap(listLengths),
      ...(pieces > 1 ? [ANY_SET, `${pieces}set`] : []),
    ].join(" "),
    description: `${name?.meaning ?? ""} ${product.description}`.replaceAll(/\b(?:round|long)\b/gi, ""),
    area: sizes[0] ? sizes[0].L * sizes[0].B * (isRound(sizes[0], product) ? Math.PI / 4 : 1) : 1,
    height: sizes[0]?.H ?? 1,
  };
}

/** Returns the length and breadth, each rounded up and down, in the format of `readLengths`: `12in`, `30cm`. */
const listLengths = ({ L, B }: Size): string[] =>
  [L, B].flatMap((inches) =>
    [Math.floor, Math.ceil].flatMap((round) => [`${round(inches)}in`, `${round(inches * CM_PER_INCH)}cm`]),
  );

const CM_PER_INCH = 2.54;

export const ANY_SET = "anyset";
