import type { InferOutput } from "valibot";
import { readFields, readId, findList, readEntries, readText, readTexts } from "#contract/read.ts";
import type { addressSchema } from "./response-schemas.ts";

// Every page loads this file. It must not import the schemas of the form, because every page would then load them too.

/** The only country in forms. Saved addresses without a country are in India too (§2.16, §3). */
export const DEFAULT_COUNTRY = "India";

export type Address = InferOutput<typeof addressSchema>;

export const nameAddress = ({ label, street }: Pick<Address, "label" | "street">): string => label || street;

/** Parses an address in a response (§3). Null if the id is missing. */
export function parseAddress(value: unknown): Address | null {
  const { _id, id, country, phoneNumber, label, recipient, isDefault } = readFields(value);
  const key = readId(_id, id);
  if (!key) return null;
  return {
    _id: key,
    id: key,
    ...readTexts(value, ["street", "city", "state", "zipCode"]),
    country: readText(country) || DEFAULT_COUNTRY,
    ...(phoneNumber !== undefined && { phoneNumber: readText(phoneNumber) }),
    ...(readText(label) && { label: readText(label) }),
    ...(readText(recipient) && { recipient: readText(recipient) }),
    isDefault: isDefault === true,
  };
}

/** Parses the address book in a response (§7). Null if the response does not contain it. */
export function parseAddressBook(body: unknown): Address[] | null {
  const list = findList(body, "addresses", "data");
  return list && readEntries(list, parseAddress);
}
