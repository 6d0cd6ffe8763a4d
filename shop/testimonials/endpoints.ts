import * as v from "valibot";
import { endpoint } from "#contract/endpoint.ts";
import { messageIn } from "#contract/read.ts";
import { testimonialInput } from "./testimonial-input.ts";
import { testimonialSchema, testimonialMessages, testimonialsFrom } from "./testimonial.ts";

// Not `cached`: a new testimonial appears at once (D43), on every process of the shop.
export const listTestimonials = endpoint({
  method: "GET",
  path: "/api/testimonials",
  summary: "What customers say, newest first",
  policy: "public",
  answer: v.array(testimonialSchema),
  read: testimonialsFrom,
  refusals: {},
});

export const submitTestimonial = endpoint({
  method: "POST",
  path: "/api/testimonials",
  summary: "A customer's stars and words; they appear at once",
  policy: "customer",
  body: testimonialInput,
  answer: v.object({ success: v.literal(true), message: v.string(), testimonial: testimonialSchema }),
  read: messageIn,
  refusals: { too_many: { status: 429, message: testimonialMessages.tooMany } },
});
