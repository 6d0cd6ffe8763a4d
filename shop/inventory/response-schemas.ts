import * as v from "valibot";

/** The time to make a product, and the limits of an order. Not part of the specification (D101). */
export const supplySchema = v.object({
  leadDays: v.exactOptional(v.number()),
  /** The number of pieces in stock. Missing unless the product can be ordered beyond its stock. */
  ready: v.exactOptional(v.number()),
  /** The maximum quantity in one order, if the owner has set one. */
  most: v.exactOptional(v.number()),
});
