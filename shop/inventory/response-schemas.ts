import * as v from "valibot";

/** Schema of the lead time and the order limits of a product. Not part of the specification (D101). */
export const supplySchema = v.object({
  /** Days needed to make a product that is not in stock. */
  leadDays: v.exactOptional(v.number()),
  /** Number of pieces in stock. Only for a product that can be ordered beyond its stock. */
  ready: v.exactOptional(v.number()),
  /** Maximum quantity in one order, if the owner has set a limit. */
  most: v.exactOptional(v.number()),
});
