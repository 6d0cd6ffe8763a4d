import type { InferOutput } from "valibot";
import { fieldsOf, idOf, listOf, textOf } from "#contract/read.ts";
import { addressFrom } from "#shop/addresses/saved-address.ts";
import type { userSchema } from "./answers.ts";

export type User = InferOutput<typeof userSchema>;

/** The only role there is (§6). */
const DEFAULT_ROLE = "user";

/** A customer as an answer or the browser's storage has them (§3); null for what has no id. */
export function userFrom(given: unknown): User | null {
  const { _id, id, firstName, lastName, email, phoneNumber, addresses, role } = fieldsOf(given);
  const key = idOf(_id, id);
  if (!key) return null;
  return {
    _id: key,
    id: key,
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    email: textOf(email),
    phoneNumber: textOf(phoneNumber),
    addresses: listOf(addresses, addressFrom),
    role: textOf(role) || DEFAULT_ROLE,
  };
}

/** How a customer is addressed: by the full name, else the e-mail address; empty when neither is known. */
export const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<User, "firstName" | "lastName" | "email">): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;
