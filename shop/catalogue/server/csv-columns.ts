import type { ProductInFile } from "./product-file.ts";

/** Between several values in one cell. */
const BETWEEN = "|";

const several = (cell: string): string[] => cell.split(BETWEEN).map((part) => part.trim());

/** `18 x 12 x 2.5`: length, breadth and height. */
const sizes = (cell: string) =>
  several(cell).map((size) => {
    const [L, B, H, ...more] = size.split(/[x×]/i).map((inches) => inches.trim());
    return more.length > 0 ? {} : { L, B, H };
  });

const plain = (cell: string): string => cell;

/** What stands in which column, under the same names as in products.json. */
export const columns = {
  slug: plain,
  title: plain,
  category: plain,
  subcategory: plain,
  collection: plain,
  materials: several,
  size: sizes,
  price: plain,
  originalPrice: plain,
  discount: plain,
  stock: plain,
  description: plain,
  images: several,
  alt: several,
  variantImages: several,
  createdAt: plain,
  sales: plain,
  featuredRank: plain,
  toConfirm: several,
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
