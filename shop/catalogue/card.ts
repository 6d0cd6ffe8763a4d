import type { PictureRef } from "#contract/picture.ts";
import { pickFields } from "#contract/read.ts";
import { formatCount } from "#contract/text.ts";
import { formatShortSize } from "./sizes.ts";
import { getGallery, type Product, type ProductImage } from "./product.ts";

export const cardFields = [
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

/** The fields of a product in lists. The product page shows them until it has loaded the product (D24). */
export type ProductCard = Pick<Product, (typeof cardFields)[number]> & { images: ProductImage[] };

/** Returns a product's card, with at most two photographs. The second is shown on hover, without alt text. */
export function toCard(product: Product): ProductCard {
  const images = getGallery(product)
    .slice(0, 2)
    .map((image, at) => (at === 0 ? image : omitAlt(omitPlaceholder(image))));
  return { ...pickFields(product, cardFields), images };
}

/** Returns the line below a product's title in a list: `Teak · 36 × 23 cm`. */
export const formatWoodAndSize = ({ materials, size }: Pick<Product, "materials" | "size">): string =>
  [materials.map((wood) => wood.replace(/ wood$/i, "")).join(", "), formatShortSize(size)]
    .filter(Boolean)
    .join(" · ");

/** Returns `4.7 from 5 verified buyers`. Only customers who received the product can rate it. */
export const describeRating = ({ average, count }: NonNullable<Product["rating"]>): string =>
  `${average.toFixed(1)} from ${formatCount(count, "verified buyer")}`;

export const formatRating = ({ average, count }: NonNullable<Product["rating"]>): string =>
  `${average.toFixed(1)} (${count})`;

/** Returns a card without the blurred previews of its pictures, which add about 100 bytes each. */
export function toListCard(product: Product): ProductCard {
  const card = toCard(product);
  return { ...card, images: card.images.map(omitPlaceholder) };
}

export const toListCards = (products: readonly Product[]): ProductCard[] => products.map(toListCard);

const omitAlt = ({ alt: _alt, ...image }: ProductImage): ProductImage => image;

/** Removes the blurred preview of a picture, for pictures far down the page. */
export function omitPlaceholder<Entry extends { picture?: PictureRef }>({ picture, ...entry }: Entry) {
  if (!picture) return entry;
  const { placeholder: _placeholder, ...rest } = picture;
  return { ...entry, picture: rest };
}
