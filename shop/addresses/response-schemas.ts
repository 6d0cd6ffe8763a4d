import * as v from "valibot";

export const addressSchema = v.object({
  _id: v.string(),
  /** The same value as `_id` (D20). */
  id: v.string(),
  street: v.string(),
  city: v.string(),
  state: v.string(),
  zipCode: v.string(),
  country: v.string(),
  phoneNumber: v.optional(v.string()),
  /** The customer's name for the address, such as "Amma's house". Not part of the specification (D101). */
  label: v.optional(v.string()),
  /** The name of a recipient who is not the customer. If set, `phoneNumber` is the recipient's number (D101). */
  recipient: v.optional(v.string()),
  isDefault: v.boolean(),
});
