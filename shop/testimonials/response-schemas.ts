import * as v from "valibot";

/** A testimonial as it travels (§3, D43). */
export const testimonialSchema = v.object({
  _id: v.string(),
  /** The same as `_id` (D20). */
  id: v.string(),
  name: v.string(),
  rating: v.number(),
  message: v.string(),
  /** Made up, to show what the place is for. */
  sample: v.optional(v.literal(true)),
});
