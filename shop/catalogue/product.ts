import * as v from "valibot";
import { fromRupees, type Paise, rupees } from "#contract/money.ts";
import { amountOf, fieldsOf, idOf, isObject, listOf, numberOf, textOf } from "#contract/read.ts";
import { pictureSchema, resolveImage, sharedPicture } from "#shop/media/pictures.ts";

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

/** A product as an answer has it, whole enough to be shown (§3, D101): null for what has no id or no title. */
export function productFrom(given: unknown): Product | null {
  const fields = fieldsOf(given);
  const _id = idOf(fields["_id"], fields["id"]);
  const title = textOf(fields["title"]) || textOf(fields["name"]);
  if (!_id || !title) return null;
  const materials = listOf(fields["materials"], filledText);
  const material = textOf(fields["material"]) || materials.join(", ");
  return {
    ...(fields as Partial<Product>),
    _id,
    id: _id,
    title,
    description: textOf(fields["description"]),
    category: textOf(fields["category"]),
    subcategory: textOf(fields["subcategory"]),
    material,
    materials: materials.length > 0 ? materials : [material].filter(Boolean),
    size: listOf(fields["size"], sizeFrom),
    price: amountOf(fields["price"]),
    originalPrice: amountOf(fields["originalPrice"]),
    discount: numberOf(fields["discount"]),
    images: listOf(fields["images"], imageFrom),
    ...(fields["variantImages"] !== undefined && {
      variantImages: listOf(fields["variantImages"], imageFrom),
    }),
    createdAt: textOf(fields["createdAt"]) || textOf(fields["date"]),
    sales: numberOf(fields["sales"]),
    ...(fields["stock"] !== undefined && { stock: numberOf(fields["stock"]) }),
    ...(fields["featuredRank"] !== undefined && { featuredRank: numberOf(fields["featuredRank"]) }),
  };
}

const filledText = (given: unknown): string | null => textOf(given).trim() || null;

/** Images come as objects or as plain addresses (§3); null for what is neither. */
export function imageFrom(given: unknown): ProductImage | null {
  if (typeof given === "string") return given === "" ? null : { url: resolveImage(given) };
  const { url, ...rest } = fieldsOf(given);
  return typeof url === "string" && url !== "" ? { ...rest, url: resolveImage(url) } : null;
}

/** Length, breadth and height, a missing one 0; null for what is no object. */
export function sizeFrom(given: unknown): Size | null {
  if (!isObject(given)) return null;
  const { L, B, H } = given;
  return { L: numberOf(L), B: numberOf(B), H: numberOf(H) };
}

/** The price in paise; 0 for what is no amount (D94). */
export const priceOf = (product: { price: number | string }): Paise => fromRupees(product.price) ?? 0;

/** The price before the reduction in paise; null unless it exceeds the price (§2.4). */
export function originalPriceOf(product: {
  price: number | string;
  originalPrice?: number | string;
}): Paise | null {
  const original = fromRupees(product.originalPrice ?? "");
  return original !== null && original > priceOf(product) ? original : null;
}

/** `₹2499.00` (D7). */
export const priceText = (product: { price: number | string }): string => rupees(priceOf(product));

/** `24% OFF`; null when nothing is off (§2.4). */
export function discountBadge(product: { discount?: number | string }): string | null {
  const discount = Number(product.discount ?? 0);
  return discount > 0 ? `${discount}% OFF` : null;
}

/** By how many percent the price is below the original one, unrounded; 0 when it is not. */
export const reductionPercent = (price: Paise, originalPrice: Paise): number =>
  originalPrice > price ? ((originalPrice - price) / originalPrice) * 100 : 0;

/** Whether a given discount is more than one point away from what the two prices say (D12). */
export const discountDisagrees = (discount: number, price: Paise, originalPrice: Paise): boolean =>
  Math.abs(discount - reductionPercent(price, originalPrice)) > 1;

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
