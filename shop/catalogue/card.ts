import type { PictureRef } from "#contract/picture.ts";
import { pickFields } from "#contract/read.ts";
import { formatCount } from "#contract/text.ts";
import { formatShortSize } from "./sizes.ts";
import { getGallery, type Product, type ProductImage } from "./product.ts";

const cardFields = [
  "_id",
  "title",
  "category",
  "subcategory",
  "materials",
  "size",
  "price",
  "originalPrice",
  "discount",
  "stock",
  "supply",
  "rating",
  "gstRate",
] as const;

/**
 * A product in a list, with all data for 'Add to Bag', which its link passes on (D24). Pages contain cards instead of
 * products, so that a list of 24 stays small.
 */
export type ProductCard = Pick<Product, (typeof cardFields)[number]> & { images: ProductImage[] };

/** Returns the card of a product: two photographs, the second (shown on hover) without placeholder and description. */
export function toCard(product: Product): ProductCard {
  const [first, second] = getGallery(product);
  const images = [...(first ? [first] : []), ...(second ? [omitWords(omitPlaceholder(second))] : [])];
  return { ...pickFields(product, cardFields), images };
}

/** The line below a title in a list: `Teak · 36 × 23 cm`. */
export const formatWoodAndSize = ({ materials, size }: Pick<Product, "materials" | "size">): string =>
  [materials.map((wood) => wood.replace(/ wood$/i, "")).join(", "), formatShortSize(size)]
    .filter(Boolean)
    .join(" · ");

/** `4.7 from 5 verified buyers`: only customers who received the piece can review it. */
export const describeRating = ({ average, count }: NonNullable<Product["rating"]>): string =>
  `${average.toFixed(1)} from ${formatCount(count, "verified buyer")}`;

/** `4.6 (12)`: the same where there is little room. */
export const formatRating = ({ average, count }: NonNullable<Product["rating"]>): string =>
  `${average.toFixed(1)} (${count})`;

/**
 * The cards of a page's list, without placeholders and data that only a product's page shows. A placeholder takes a
 * tenth of a kilobyte that hardly compresses, and the photograph arrives soon after it.
 */
export const toListCards = (products: readonly Product[]): ProductCard[] =>
  products.map((product) => {
    const card = toCard(product);
    const [first, ...others] = card.images;
    return { ...card, images: [...(first ? [omitPlaceholder(first)] : []), ...others] };
  });

const omitWords = ({ alt: _alt, ...image }: ProductImage): ProductImage => image;

/** Removes the placeholder of a picture far down the page. */
export function omitPlaceholder<Entry extends { picture?: PictureRef }>({ picture, ...entry }: Entry) {
  if (!picture) return entry;
  const { placeholder: _placeholder, ...rest } = picture;
  return { ...entry, picture: rest };
}
