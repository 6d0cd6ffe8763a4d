import * as v from "valibot";

/**
 * The tax rates in percent, and amounts in rupees. `coupon` is null if the shop has none, and missing if it has the
 * default one.
 */
export const shownRatesSchema = v.object({
  cgst: v.number(),
  sgst: v.number(),
  /** True if the owner has set a rate for some goods that differs from `cgst` + `sgst`. */
  isVaried: v.exactOptional(v.literal(true)),
  coupon: v.exactOptional(
    v.nullable(
      v.object({
        name: v.string(),
        amount: v.exactOptional(v.number()),
        percent: v.exactOptional(v.number()),
        /** The minimum subtotal. If it is missing, the coupon applies to every order. */
        from: v.exactOptional(v.number()),
      }),
    ),
  ),
  /** The fee is before GST. `freeFrom` is the subtotal from which shipping is free; missing if it never is. */
  shipping: v.exactOptional(v.object({ fee: v.number(), freeFrom: v.exactOptional(v.number()) })),
});
