import { bind, type Bound } from "#platform/bind.ts";
import { listTestimonials, submitTestimonial } from "../endpoints.ts";
import { findTestimonials } from "./find-testimonials.ts";
import { keepTestimonial } from "./keep-testimonial.ts";

export const testimonialRoutes: Bound[] = [
  bind(listTestimonials, ({ db }) => findTestimonials(db)),
  bind(submitTestimonial, (context, { caller, body }) => keepTestimonial(context, caller.accountId, body)),
];
