import * as v from "valibot";
import { addressSchema } from "#shop/addresses/address.ts";

/** A customer as login tells of them (§3). */
export const userSchema = v.object({
  _id: v.string(),
  /** The same as `_id` (D20); also the `userId` of orders, cart and addresses. */
  id: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  addresses: v.array(addressSchema),
  role: v.string(),
});

export type User = v.InferOutput<typeof userSchema>;

/** The only role there is (§6). */
export const DEFAULT_ROLE = "user";
