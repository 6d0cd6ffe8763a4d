import { route, type Route } from "#platform/route.ts";
import { listTestimonials, submitTestimonial } from "../endpoints.ts";
import { findTestimonials } from "./find-testimonials.ts";
import { saveTestimonial } from "./save-testimonial.ts";

export const testimonialRoutes: Route[] = [
  route(listTestimonials, ({ db }) => findTestimonials(db)),
  route(submitTestimonial, (context, { principal, body }) =>
    saveTestimonial(context, principal.accountId, body),
  ),
];
