import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { listTestimonials, submitTestimonial } from "../endpoints.ts";
import { findTestimonials, saveTestimonial } from "./testimonials.ts";

export const testimonialRoutes: Route[] = [
  route(listTestimonials, contracts.listTestimonials, (context) => findTestimonials(context)),
  route(submitTestimonial, contracts.submitTestimonial, (context, { principal, body }) =>
    saveTestimonial(context, principal.accountId, body),
  ),
];
