import { endpoint, typed } from "#contract/endpoint.ts";
import { messageIn } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { testimonialsFrom } from "./testimonial.ts";

export const listTestimonials = endpoint(typed<typeof contracts.listTestimonials>, {
  method: "GET",
  path: "/api/testimonials",
  policy: "public",
  read: testimonialsFrom,
});

export const submitTestimonial = endpoint(typed<typeof contracts.submitTestimonial>, {
  method: "POST",
  path: "/api/testimonials",
  policy: "customer",
  read: messageIn,
});
