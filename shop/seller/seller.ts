import * as v from "valibot";

/** How a value of the owner's file begins that no one has filled in yet (D88). */
const TO_REPLACE = "REPLACE:";

export const isFilledIn = (value: string): boolean => !value.startsWith(TO_REPLACE);

/** A value as it came with the shop: there for show, true of no one. */
export const isSample = (value: string): boolean =>
  !isFilledIn(value) || /\bsample\b|\.example(\/|$)/i.test(value) || /^(\+91 0{5} 0{5}|0{6})$/.test(value);

/** Where in the owner's file there is still a sample, as `address.street`, with its value. */
export function samplesIn(value: unknown, field = ""): [field: string, value: string][] {
  if (typeof value === "string") return isSample(value) ? [[field, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    samplesIn(inner, field ? `${field}.${name}` : name),
  );
}

/** The seller as every page knows them. What the owner has not filled in is not there. */
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
  /** In percent; new orders are placed with them (D8). */
  taxRates: v.object({ cgst: v.number(), sgst: v.number() }),
});

/** Who sold something, as its invoice says: kept with it, because a document never changes. */
export const namedSellerSchema = v.pick(sellerSchema, [
  "tradeName",
  "legalName",
  "address",
  "state",
  "gstin",
  "phone",
  "email",
]);

export type NamedSeller = v.InferOutput<typeof namedSellerSchema>;
export type Seller = v.InferOutput<typeof sellerSchema>;
