import * as v from "valibot";
import { supplySchema } from "#shop/inventory/response-schemas.ts";
import { imageSchema, sizeSchema } from "#shop/catalogue/response-schemas.ts";

/** A line of the bag as it travels (§3). `price` is in rupees; `stock` is there only where the piece is limited. */
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
  /** Its own GST rate in percent, where it is not the shop's. */
  gstRate: v.optional(v.number()),
});
