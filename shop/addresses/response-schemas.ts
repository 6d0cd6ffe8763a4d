import * as v from "valibot";

/** A saved address in a response (§3). */
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
  /** The customer's name for it, such as "Amma's house". Not part of the specification (D101). */
  label: v.optional(v.string()),
  /**
   * The name of the recipient if it is not the customer; `phoneNumber` is then the recipient's. Not part of the
   * specification (D101).
   */
  recipient: v.optional(v.string()),
  isDefault: v.boolean(),
});
