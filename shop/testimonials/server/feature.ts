import type { Feature } from "#platform/feature.ts";
import { defineParticipant } from "#platform/outbox/subscriber.ts";
import { unprovenDropped } from "#shop/accounts/events.ts";
import { testimonialRoutes } from "./routes.ts";
import { anonymiseTestimonials, checkSamples, openTestimonials } from "./testimonials.ts";

/** Testimonials may be from a stranger who registered the owner's e-mail address (T9). */
const onUnprovenDropped = defineParticipant(
  unprovenDropped,
  "testimonials.unproven-dropped",
  (tx, { accountId }) => anonymiseTestimonials(tx, accountId),
);

export const testimonials: Feature = {
  name: "testimonials",
  routes: testimonialRoutes,
  subscribers: [onUnprovenDropped],
  checks: [{ name: "testimonials", needs: "shop", check: checkSamples }],
  open: openTestimonials,
};
