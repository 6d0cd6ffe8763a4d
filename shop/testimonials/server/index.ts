/** The public API of the feature: what other features may use. */
export { openTestimonials } from "./open-testimonials.ts";
export { anonymiseTestimonials, testimonialsOf } from "./own-testimonials.ts";
