import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { readMessage } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseTestimonials } from "./testimonial.ts";

export const listTestimonials = defineEndpoint(withContract<typeof contracts.listTestimonials>, {
  method: "GET",
  path: "/api/testimonials",
  policy: "public",
  read: parseTestimonials,
});

export const submitTestimonial = defineEndpoint(withContract<typeof contracts.submitTestimonial>, {
  method: "POST",
  path: "/api/testimonials",
  policy: "customer",
  read: readMessage,
});
