import { formatName } from "#contract/person-name.ts";
import type { InferOutput } from "valibot";
import { readFields, readId, readEntries, readText } from "#contract/read.ts";
import { parseAddress } from "#shop/addresses/saved-address.ts";
import type { userSchema } from "./response-schemas.ts";

export type User = InferOutput<typeof userSchema>;

/** The only role there is (§6). */
const DEFAULT_ROLE = "user";

/** A customer as an answer or the browser's storage has them (§3); null for what has no id. */
export function parseUser(given: unknown): User | null {
  const { _id, id, firstName, lastName, email, phoneNumber, addresses, role } = readFields(given);
  const key = readId(_id, id);
  if (!key) return null;
  return {
    _id: key,
    id: key,
    firstName: readText(firstName),
    lastName: readText(lastName),
    email: readText(email),
    phoneNumber: readText(phoneNumber),
    addresses: readEntries(addresses, parseAddress),
    role: readText(role) || DEFAULT_ROLE,
  };
}

/** How a customer is addressed: by the full name, else the e-mail address; empty when neither is known. */
export const getFullName = ({
  firstName,
  lastName,
  email,
}: Pick<User, "firstName" | "lastName" | "email">): string => formatName({ firstName, lastName }) || email;
