import * as v from "valibot";
import { supplySchema } from "#shop/inventory/response-schemas.ts";
import { imageSchema, sizeSchema } from "#shop/catalogue/response-schemas.ts";

/** A cart line in a response (§3). `price` is in rupees. `stock` is missing if it is unlimited. */
export const cartItemSchema = v.object({
  productId: v.string(),
  quantity: v.number(),
  price: v.number(),
  title: v.string(),
  category: v.string(),
  size: v.array(sizeSchema),
  images: v.array(imageSchema),
  stock: v.optional(v.number()),
  supply: v.optional(supplySchema),
  /** The product's GST rate in percent; missing if the shop's default rate applies. */
  gstRate: v.optional(v.number()),
});
