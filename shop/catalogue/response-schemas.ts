import * as v from "valibot";
import { supplySchema } from "#shop/inventory/response-schemas.ts";
import { pictureSchema } from "#shop/media/response-schemas.ts";

/** Length, breadth and height in inches. */
export const sizeSchema = v.object({ L: v.number(), B: v.number(), H: v.number() });

/** Instructions to wash and oil the product, and what to avoid. Not part of the specification (D101). */
export const careSchema = v.object({ wash: v.string(), oil: v.exactOptional(v.string()), never: v.string() });

/** An image with one URL for all browsers. Images stored by the shop also exist in several widths. */
export const imageSchema = v.object({
  url: v.string(),
  alt: v.exactOptional(v.string()),
  picture: v.exactOptional(pictureSchema),
});

/** A product in a response (§3). Amounts are in rupees. `stock` is missing if it is unlimited (D22). */
export const productSchema = v.object({
  _id: v.string(),
  /** Same value as `_id` (D20). */
  id: v.string(),
  title: v.string(),
  /** The first word of the title in its original script, and its meaning. Not part of the specification (D101). */
  named: v.exactOptional(v.object({ script: v.string(), meaning: v.string() })),
  description: v.string(),
  care: v.exactOptional(careSchema),
  /** The weight without packaging, in grams. This field and the next four are not part of the specification (D101). */
  netWeight: v.exactOptional(v.number()),
  finish: v.exactOptional(v.string()),
  origin: v.exactOptional(v.string()),
  pieces: v.exactOptional(v.number()),
  manufacturer: v.exactOptional(v.string()),
  /** The maker's name as on the Our Story page. `makerPlace` is only in the response for a single product. */
  maker: v.exactOptional(v.string()),
  makerPlace: v.exactOptional(v.string()),
  /** The HSN code: the tariff heading for GST, with 4, 6 or 8 digits. */
  hsn: v.exactOptional(v.string()),
  /** The GST rate in percent, if it is not the shop's default. Not part of the specification (D101). */
  gstRate: v.exactOptional(v.number()),
  category: v.string(),
  subcategory: v.string(),
  collection: v.exactOptional(v.string()),
  materials: v.array(v.string()),
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
  supply: v.exactOptional(supplySchema),
  sku: v.exactOptional(v.string()),
  mpn: v.exactOptional(v.string()),
  gtin13: v.exactOptional(v.string()),
  availability: v.exactOptional(v.string()),
  condition: v.exactOptional(v.string()),
  priceValidUntil: v.exactOptional(v.string()),
  /** The average of the `count` ratings. Missing until three buyers have rated the product. Not specified (D101). */
  rating: v.exactOptional(v.object({ average: v.number(), count: v.number() })),
  ratingValue: v.exactOptional(v.number()),
  reviewCount: v.exactOptional(v.number()),
});
