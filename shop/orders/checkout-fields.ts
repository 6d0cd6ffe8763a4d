import * as v from "valibot";
import { INVALID_EMAIL, optionalPhoneNumber } from "#contract/field.ts";
import { readZipCode } from "#shop/addresses/pin-codes.ts";
import { findGstinError, normaliseGstin } from "#shop/pricing/gstin.ts";
import { checkoutMessages } from "./checkout.ts";
import { SHIPPING_COUNTRY } from "./shipping-cities.ts";

/** A text of the checkout, trimmed. */
export const textUpTo = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(longest, `This can be up to ${longest} characters long.`));

const required = (longest: number) => v.pipe(textUpTo(longest), v.nonEmpty(checkoutMessages.incomplete));

/**
 * Where an order goes. `phoneNumber` falls back to the profile's (D63). A zip code that is missing or in another state
 * does not keep the order back (D64, D108).
 */
export const shippingAddressSchema = v.object({
  street: required(200),
  city: required(80),
  state: required(80),
  zipCode: v.optional(v.pipe(textUpTo(12), v.transform(readZipCode)), ""),
  country: v.optional(textUpTo(60), SHIPPING_COUNTRY),
  phoneNumber: optionalPhoneNumber,
});

/** The name and e-mail address typed at the checkout (D61). */
export const contactSchema = v.object({
  firstName: required(60),
  lastName: required(60),
  email: v.pipe(required(254), v.email(INVALID_EMAIL)),
});

/** Whom the invoice is made out to; required in full once the box is ticked (§5, D61). */
export const companyInvoiceSchema = v.object({
  address: required(300),
  name: required(120),
  taxCode: v.pipe(
    required(30),
    v.transform(normaliseGstin),
    v.check(
      (gstin) => gstin === "" || findGstinError(gstin) === null,
      ({ input }) => `This GSTIN ${findGstinError(input)}`,
    ),
  ),
  email: v.pipe(required(254), v.email(INVALID_EMAIL)),
});

export type ShippingAddress = v.InferOutput<typeof shippingAddressSchema>;

export type Contact = v.InferOutput<typeof contactSchema>;

export type CompanyInvoice = v.InferOutput<typeof companyInvoiceSchema>;

/** To whom an order is sold and where it goes: what its papers say of the customer. */
export interface Recipient {
  shippingAddress: ShippingAddress;
  contact: Contact;
  companyInvoice: CompanyInvoice | null;
}
