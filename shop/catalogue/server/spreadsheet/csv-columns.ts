import type { ProductInFile } from "../owner-folder/product-file.ts";

/** Between several values in one cell. */
const BETWEEN = "|";

const splitCell = (cell: string): string[] => cell.split(BETWEEN).map((part) => part.trim());

/** `18 x 12 x 2.5`: length, breadth and height. */
const parseSizes = (cell: string) =>
  splitCell(cell).map((size) => {
    const [L, B, H, ...more] = size.split(/[x×]/i).map((inches) => inches.trim());
    return more.length > 0 ? {} : { L, B, H };
  });

/** `A damp cloth. | Mineral oil. | The dishwasher.`: how to wash it and oil it, and what it must never meet. */
const parseCare = (cell: string) => {
  const [wash, oil, never, ...more] = splitCell(cell);
  return more.length > 0 ? cell : { wash, oil, never };
};

const readPlain = (cell: string): string => cell;

/** What is in which column, under the same names as in products.json. */
export const columns = {
  slug: readPlain,
  title: readPlain,
  category: readPlain,
  subcategory: readPlain,
  collection: readPlain,
  materials: splitCell,
  size: parseSizes,
  price: readPlain,
  originalPrice: readPlain,
  discount: readPlain,
  stock: readPlain,
  description: readPlain,
  care: parseCare,
  hsn: readPlain,
  shelf: readPlain,
  images: splitCell,
  alt: splitCell,
  variantImages: splitCell,
  createdAt: readPlain,
  sales: readPlain,
  featuredRank: readPlain,
  toConfirm: splitCell,
} satisfies Record<keyof Omit<ProductInFile, "seo">, (cell: string) => unknown>;

export const seoColumns = ["sku", "mpn", "gtin13"];

export const neededColumns = [
  "slug",
  "title",
  "category",
  "subcategory",
  "materials",
  "price",
  "description",
  "images",
  "createdAt",
];
