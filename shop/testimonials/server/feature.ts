import type { Feature } from "#platform/feature.ts";
import { testimonialCommands } from "./commands.ts";
import { openTestimonials } from "./open-testimonials.ts";
import { testimonialRoutes } from "./routes.ts";

export const testimonials: Feature = {
  name: "testimonials",
  routes: testimonialRoutes,
  commands: testimonialCommands,
  open: openTestimonials,
};
