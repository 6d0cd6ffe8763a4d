import { formatName, splitName, UNKNOWN_USER } from "#contract/person-name.ts";
import { type CompanyPlace, findGstinError, normaliseGstin } from "#shop/pricing/gstin.ts";
import * as v from "valibot";
import {
  city,
  email,
  fullName,
  optionalCountry,
  optionalPhoneNumber,
  personName,
  state,
  street,
  textUpTo,
} from "#contract/person.ts";
import { optionalZipCode } from "#shop/addresses/pin-codes.ts";
import { isSameText, toPrintable } from "#contract/text.ts";
import { formatPlace } from "#contract/place.ts";
import { SHIPPING_COUNTRY } from "#shop/addresses/delivery-area.ts";

/** The error for an empty required field of the checkout (§2.8). */
export const INCOMPLETE = "Please complete all required fields.";

export const orderNotes = v.optional(textUpTo(1_000), "");

/** Returns a schema that rejects an empty text with the common message (§8) before it applies the checks of `field`. */
export const filled = (field: v.GenericSchema<string, string> | v.GenericSchema<MaybeText, string>) =>
  v.pipe(
    v.string(),
    v.check((input) => toPrintable(input) !== "", INCOMPLETE),
    field as v.GenericSchema<string, string>,
  );

type MaybeText = string | null | undefined;

/**
 * The address of a new order. A missing phone number is taken from the saved address or the profile (D63). Any zip code
 * is accepted (D64, D108).
 */
export const shippingAddressSchema = v.object({
  street: filled(street),
  city: filled(city),
  state: filled(state),
  zipCode: v.optional(optionalZipCode, ""),
  country: v.optional(optionalCountry, SHIPPING_COUNTRY),
  phoneNumber: optionalPhoneNumber,
  /** The name of a recipient who is not the buyer. If set, `phoneNumber` is the recipient's number (D120). */
  recipient: v.optional(filled(fullName)),
});

/** The buyer as typed at the checkout (D61). `phoneNumber` is set only if the address has the recipient's number. */
export const contactSchema = v.object({
  firstName: filled(personName("First Name")),
  lastName: filled(personName("Last Name")),
  email: filled(email),
  phoneNumber: v.optional(optionalPhoneNumber),
});

/** The company on the invoice. If the customer asks for a company invoice, all fields are required (§5, D61). */
export const companyInvoiceSchema = v.object({
  address: filled(textUpTo(300)),
  name: filled(textUpTo(120)),
  taxCode: v.pipe(
    filled(textUpTo(30)),
    v.transform(normaliseGstin),
    v.check(
      (gstin) => gstin === "" || findGstinError(gstin) === null,
      ({ input }) => `This GSTIN ${findGstinError(input)}`,
    ),
  ),
  email: filled(email),
});

export type ShippingAddress = Omit<v.InferOutput<typeof shippingAddressSchema>, "recipient">;

export type Contact = v.InferOutput<typeof contactSchema>;

/** The recipient's name and the buyer's e-mail address. If the buyer is another person, `buyer` is set too (D120). */
export const orderContactSchema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  buyer: v.exactOptional(
    v.object({
      firstName: v.string(),
      lastName: v.string(),
      /** The buyer's own phone number. Missing if the order has only the phone number of the delivery address. */
      phoneNumber: v.exactOptional(v.string()),
    }),
  ),
});

export type OrderContact = v.InferOutput<typeof orderContactSchema>;

type Orderer = Pick<Contact, "firstName" | "lastName"> & { phoneNumber?: string | null };

/**
 * Returns the recipient and the buyer of an order (D120). If the address names a recipient, the contact typed at the
 * checkout is the buyer. Otherwise this contact is the recipient, and an account holder with another name is the buyer.
 */
export function findParties(
  { phoneNumber: typedPhone, ...contact }: Contact,
  recipient: string | undefined,
  account: Orderer | null,
): OrderContact {
  const phoneNumber = typedPhone || account?.phoneNumber;
  const phone = phoneNumber ? { phoneNumber } : {};
  if (recipient) {
    const { firstName, lastName, email } = contact;
    return { ...splitName(recipient), email, buyer: { firstName, lastName, ...phone } };
  }
  if (!account || account.firstName === "" || isSameName(contact, account)) return contact;
  return { ...contact, buyer: { firstName: account.firstName, lastName: account.lastName, ...phone } };
}

const isSameName = (first: Pick<Contact, "firstName" | "lastName">, other: Orderer): boolean =>
  isSameText(formatName(first), formatName(other));

/** Returns the buyer for e-mails, invoices and the owner. The stored contact may be the recipient instead. */
export const getBuyer = ({ buyer, ...contact }: OrderContact): Contact => ({ ...contact, ...buyer });

/**
 * Returns the buyer's phone number, because a call to the recipient would spoil the surprise of a gift. Returns the
 * number of the delivery address if the buyer's is not known.
 */
export const getBuyerPhone = ({ contact, shippingAddress }: BuyerFacts): string =>
  contact.buyer?.phoneNumber || shippingAddress.phoneNumber;

interface BuyerFacts {
  contact: { buyer?: { phoneNumber?: string } };
  shippingAddress: { phoneNumber: string };
}

export type CompanyInvoice = v.InferOutput<typeof companyInvoiceSchema>;

/** True if two companies look the same on an invoice, which does not show the e-mail address. */
export const isSameBuyer = (first: CompanyInvoice, other: CompanyInvoice | null): boolean =>
  first.name === other?.name && first.address === other.address && first.taxCode === other.taxCode;

export const isSameCompany = (first: CompanyInvoice, other: CompanyInvoice | null): boolean =>
  isSameBuyer(first, other) && first.email === other?.email;

export interface Recipient {
  shippingAddress: ShippingAddress;
  contact: OrderContact;
  companyInvoice: CompanyInvoice | null;
  /** The rule for the place of supply of a company. If it is missing, the place of supply is the place of delivery. */
  companyPlace?: CompanyPlace;
}

/** Lists the lines of the delivery address. The recipient's name is the first line. */
export const listShipToLines = ({
  contact,
  shippingAddress: { street, city, state, zipCode, country, phoneNumber },
}: Pick<Recipient, "contact" | "shippingAddress">): string[] =>
  toLines(
    getContactName(contact),
    street,
    formatPlace({ city, state, zipCode }),
    country,
    phoneNumber && `Phone ${phoneNumber}`,
  );

export const getContactName = (contact: Recipient["contact"]): string => formatName(contact) || UNKNOWN_USER;

export const toLines = (...texts: (string | undefined)[]): string[] =>
  texts.map((text) => toPrintable(text ?? "")).filter(Boolean);

const GONE = "Deleted account";

/** Keeps city, state, PIN code and a company's invoice data, because the law requires them. */
export const anonymiseRecipient = ({
  shippingAddress,
  companyInvoice,
  companyPlace,
}: Recipient): Recipient => ({
  shippingAddress: { ...shippingAddress, street: GONE, phoneNumber: "" },
  contact: { firstName: GONE, lastName: "", email: "" },
  companyInvoice: companyInvoice && { ...companyInvoice, email: "" },
  ...(companyPlace && { companyPlace }),
});

export const isAnonymised = ({ contact }: { contact: OrderContact }): boolean =>
  contact.firstName === GONE && contact.email === "";
