import * as v from "valibot";
import { pictureSchema, sharedPicture } from "#shop/media/pictures.ts";

/** Length, breadth and height in inches. */
export const sizeSchema = v.object({ L: v.number(), B: v.number(), H: v.number() });

/** An address that any browser can show, and the same picture in every width where it is one of the shop's own. */
export const imageSchema = v.object({
  url: v.string(),
  alt: v.exactOptional(v.string()),
  picture: v.exactOptional(pictureSchema),
});

/** A product as it travels (§3). Amounts are rupees; `stock` is there only where the piece is limited (D22). */
export const productSchema = v.object({
  _id: v.string(),
  /** The same as `_id` (D20). */
  id: v.string(),
  title: v.string(),
  description: v.string(),
  category: v.string(),
  subcategory: v.string(),
  collection: v.exactOptional(v.string()),
  materials: v.array(v.string()),
  /** All materials in one text. */
  material: v.string(),
  size: v.array(sizeSchema),
  price: v.number(),
  originalPrice: v.number(),
  discount: v.number(),
  images: v.array(imageSchema),
  variantImages: v.exactOptional(v.array(imageSchema)),
  createdAt: v.string(),
  sales: v.number(),
  featuredRank: v.exactOptional(v.number()),
  stock: v.exactOptional(v.number()),
  sku: v.exactOptional(v.string()),
  mpn: v.exactOptional(v.string()),
  gtin13: v.exactOptional(v.string()),
  availability: v.exactOptional(v.string()),
  condition: v.exactOptional(v.string()),
  priceValidUntil: v.exactOptional(v.string()),
  ratingValue: v.exactOptional(v.number()),
  reviewCount: v.exactOptional(v.number()),
});

export type Size = v.InferOutput<typeof sizeSchema>;

export type ProductImage = v.InferOutput<typeof imageSchema>;

export type Product = v.InferOutput<typeof productSchema>;

/** The pictures of the gallery: `images`, then those of `variantImages` not already there (D25). */
export function galleryOf(product: {
  images: readonly ProductImage[];
  variantImages?: readonly ProductImage[];
}): ProductImage[] {
  const gallery = new Map<string, ProductImage>();
  for (const image of [...product.images, ...(product.variantImages ?? [])]) {
    if (!gallery.has(image.url)) gallery.set(image.url, image);
  }
  return [...gallery.values()];
}

/** The picture of the card and of the cart line; null asks for the placeholder (§2.4). */
export const firstImageOf = ({ images: [first] }: { images: readonly ProductImage[] }): ProductImage | null =>
  first ?? null;

/** The picture beside a shared link, and the one search engines are told of. */
export const sharedImage = ({ url, alt = "", picture }: ProductImage, title: string) =>
  picture ? sharedPicture(picture, alt || title) : { href: url, alt: alt || title };

export const productMessages = {
  failed: "We couldn’t load this product right now. Please refresh or try again in a moment.",
  notDisplayable: "This product could not be displayed.",
  failureHeading: "Something went wrong",
  taxNote: "Tax Included. Shipping Policy at Checkout",
  linkCopied: "Link copied to clipboard!",
} as const;

/** The policy strip of the product page (§2.6). */
export const productPolicies = [
  "Assured Delivery",
  "Easy Cancellation",
  "1 Year Warranty",
  "7 Days Replacement",
] as const;
