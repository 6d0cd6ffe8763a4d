import { formatName } from "#contract/person-name.ts";
import type { InferOutput } from "valibot";
import { readFields, readId, readEntries, readText, readTexts } from "#contract/read.ts";
import { parseAddress } from "#shop/addresses/saved-address.ts";
import type { userSchema } from "./response-schemas.ts";

export type User = InferOutput<typeof userSchema>;

/** Parses a customer in a response or in the browser's storage (§3). Null if the id is missing. */
export function parseUser(value: unknown): User | null {
  const { _id, id, addresses, role } = readFields(value);
  const key = readId(_id, id);
  if (!key) return null;
  return {
    _id: key,
    id: key,
    ...readTexts(value, ["firstName", "lastName", "email", "phoneNumber"]),
    addresses: readEntries(addresses, parseAddress),
    role: readText(role) || "user",
  };
}

/** Returns the customer's full name, or else the e-mail address, or an empty text. */
export const getFullName = ({
  firstName,
  lastName,
  email,
}: Pick<User, "firstName" | "lastName" | "email">): string => formatName({ firstName, lastName }) || email;
