import * as v from "valibot";

/**
 * Tax rates in percent, the shop's coupon (null for none, absent for the default), and its shipping fee (absent if
 * free).
 */
export const shownRatesSchema = v.object({
  cgst: v.number(),
  sgst: v.number(),
  /** True if some goods have a different rate. */
  isVaried: v.exactOptional(v.literal(true)),
  coupon: v.exactOptional(
    v.nullable(
      v.object({
        name: v.string(),
        amount: v.exactOptional(v.number()),
        percent: v.exactOptional(v.number()),
        from: v.exactOptional(v.number()),
      }),
    ),
  ),
  shipping: v.exactOptional(v.object({ fee: v.number(), freeFrom: v.exactOptional(v.number()) })),
});

/** The seller's data on every page. Fields that the owner has not filled in are absent. */
export const sellerSchema = v.object({
  tradeName: v.string(),
  phone: v.string(),
  email: v.string(),
  socialLinks: v.array(v.object({ name: v.string(), url: v.string() })),
  legalName: v.exactOptional(v.string()),
  address: v.exactOptional(
    v.object({
      street: v.string(),
      city: v.string(),
      state: v.string(),
      zipCode: v.string(),
      country: v.string(),
    }),
  ),
  /** State of the GST registration. */
  state: v.exactOptional(v.string()),
  gstin: v.exactOptional(v.string()),
  grievanceOfficer: v.exactOptional(v.object({ name: v.string(), email: v.string(), phone: v.string() })),
  jurisdictionCity: v.exactOptional(v.string()),
  /** Percentages for new orders (D8). */
  taxRates: shownRatesSchema,
});

/** The seller on an invoice. It is stored with the invoice, which never changes. */
export const namedSellerSchema = v.pick(sellerSchema, [
  "tradeName",
  "legalName",
  "address",
  "state",
  "gstin",
  "phone",
  "email",
]);
