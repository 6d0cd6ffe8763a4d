import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { testimonialSchema } from "./response-schemas.ts";
import { testimonialInput } from "./testimonial-input.ts";
import { testimonialMessages } from "./testimonial.ts";

// This response is not cached, because a new testimonial must appear at once on every server process (D43).
export const listTestimonials = defineContract({
  summary: "Lists testimonials, newest first",
  answer: v.array(testimonialSchema),
});

export const submitTestimonial = defineContract({
  summary: "Saves a customer's testimonial; it is shown at once",
  body: testimonialInput,
  answer: v.object({ success: v.literal(true), message: v.string(), testimonial: testimonialSchema }),
  refusals: { too_many: { status: 429, message: testimonialMessages.tooMany } },
});
