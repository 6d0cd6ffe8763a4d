import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import { readMessage } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseTestimonials } from "./testimonial.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const listTestimonials = define("listTestimonials", "GET /api/testimonials", "public", {
  read: parseTestimonials,
});
export const submitTestimonial = define("submitTestimonial", "POST /api/testimonials", "customer", {
  read: readMessage,
});
