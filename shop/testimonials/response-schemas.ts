import * as v from "valibot";

export const testimonialSchema = v.object({
  _id: v.string(),
  /** The same value as `_id` (D20). */
  id: v.string(),
  name: v.string(),
  rating: v.number(),
  message: v.string(),
  sample: v.optional(v.literal(true)),
});
