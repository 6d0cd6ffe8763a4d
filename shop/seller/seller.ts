import type { InferOutput } from "valibot";
import { formatPlace } from "#contract/place.ts";
import type { sellerSchema, namedSellerSchema } from "./response-schemas.ts";

/** A value in the owner's file that begins with this text must be replaced by the owner (D88). */
const TO_REPLACE = "REPLACE:";

export const isFilledIn = (value: string): boolean => !value.startsWith(TO_REPLACE);

export const isSample = (value: string): boolean =>
  !isFilledIn(value) || /\bsample\b|\.example(\/|$)/i.test(value) || /^(\+91 0{5} 0{5}|0{6})$/.test(value);

/** Returns the fields with sample values, such as `address.street`, each with its value. */
export function findSamples(value: unknown, field = ""): [field: string, value: string][] {
  if (typeof value === "string") return isSample(value) ? [[field, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    findSamples(inner, field ? `${field}.${name}` : name),
  );
}

/** Returns the lines of the address for returns. Null if the owner has not entered it. */
export function listReturnAddress(
  seller: Pick<Seller, "tradeName" | "address" | "phone"> | null,
): string[] | null {
  if (!seller?.address) return null;
  const { street, city, state, zipCode, country } = seller.address;
  return [
    seller.tradeName,
    street,
    formatPlace({ city, state, zipCode }),
    country,
    seller.phone && `Phone ${seller.phone}`,
  ].filter(Boolean);
}

/** Returns a link that opens a WhatsApp chat with the shop and this text; null if the owner has set no number. */
export function buildWhatsAppHref(seller: Pick<Seller, "socialLinks"> | null, text: string): string | null {
  const chat = seller?.socialLinks.find(
    ({ name, url }) => name === WHATSAPP && url.startsWith("https://wa.me/"),
  );
  return chat ? `${chat.url}?text=${encodeURIComponent(text)}` : null;
}

/** The name of the seller's WhatsApp link. The command `seller --whatsapp` sets its number. */
export const WHATSAPP = "WhatsApp";

export type NamedSeller = InferOutput<typeof namedSellerSchema>;
export type Seller = InferOutput<typeof sellerSchema>;
