import * as v from "valibot";
import { shownRatesSchema } from "#shop/pricing/response-schemas.ts";

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
  state: v.exactOptional(v.string()),
  gstin: v.exactOptional(v.string()),
  grievanceOfficer: v.exactOptional(v.object({ name: v.string(), email: v.string(), phone: v.string() })),
  jurisdictionCity: v.exactOptional(v.string()),
  taxRates: shownRatesSchema,
});

/** The seller's data on an invoice. It is stored with the invoice, so that later changes do not affect it. */
export const namedSellerSchema = v.pick(sellerSchema, [
  "tradeName",
  "legalName",
  "address",
  "state",
  "gstin",
  "phone",
  "email",
]);
