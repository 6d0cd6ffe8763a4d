import type { NamedSeller } from "#shop/seller/seller.ts";
import type { Recipient } from "./checkout-fields.ts";
import { type Order, orderFallbacks } from "./order.ts";

/**
 * A text on one line, without what is not a letter: control characters, and the invisible ones that turn the
 * direction of writing and could make a document read differently from what it says. A joiner after a sign that
 * silences a vowel belongs to the letters of several Indian scripts.
 */
export const toPrintable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/(?!(?<=\p{M})[\u200C\u200D])\p{Cf}/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();

export const listSellerLines = ({ legalName, address, gstin, phone, email }: NamedSeller): string[] =>
  toLines(
    legalName,
    address?.street,
    address && joinTexts(address.city, address.state, address.zipCode),
    address?.country,
    gstin && `GSTIN ${gstin}`,
    joinTexts(phone, email),
  );

/** The company that asked for the invoice (D61), else the customer at the shipping address (D71). */
export function listBillToLines(recipient: Recipient): string[] {
  const { companyInvoice: company, contact } = recipient;
  if (company) return toLines(company.name, company.address, `GSTIN ${company.taxCode}`, company.email);
  return [...listShipToLines(recipient), ...toLines(contact.email || orderFallbacks.email)];
}

/** The name typed at the checkout, and where the parcel goes. */
export const listShipToLines = ({
  contact,
  shippingAddress: { street, city, state, zipCode, country, phoneNumber },
}: Pick<Recipient, "contact" | "shippingAddress">): string[] =>
  toLines(
    getContactName(contact),
    street,
    joinTexts(city, state, zipCode),
    country,
    phoneNumber && `Phone ${phoneNumber}`,
  );

export const getContactName = ({ firstName, lastName }: Recipient["contact"]): string =>
  joinTexts(`${firstName} ${lastName}`.trim()) || orderFallbacks.user;

/** How it was paid, in capitals (§2.15). */
export const getPaymentMethod = ({ paymentMethod }: Pick<Order, "paymentMethod">): string =>
  toPrintable(paymentMethod ?? "").toUpperCase() || orderFallbacks.paymentMethod;

const toLines = (...texts: (string | undefined)[]): string[] =>
  texts.map((text) => toPrintable(text ?? "")).filter(Boolean);

const joinTexts = (...texts: (string | undefined)[]): string => texts.filter(Boolean).join(", ");
