import * as v from "valibot";

/** A saved address as it travels (§3). */
export const addressSchema = v.object({
  _id: v.string(),
  /** The same as `_id` (D20). */
  id: v.string(),
  street: v.string(),
  city: v.string(),
  state: v.string(),
  zipCode: v.string(),
  country: v.string(),
  phoneNumber: v.optional(v.string()),
  /** The customer's name for it, such as "Amma's house". Ours alone (D101). */
  label: v.optional(v.string()),
  /** The name of who lives there, where that is not the customer; `phoneNumber` is then theirs. Ours alone (D101). */
  recipient: v.optional(v.string()),
  isDefault: v.boolean(),
});
